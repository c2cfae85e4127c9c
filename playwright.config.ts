import { defineConfig } from '@playwright/test';

/** The system's Chromium, where the setup found it; else the one that Playwright itself has fetched. */
const executablePath = process.env.CHROMIUM_PATH || undefined;

/** In a browser, and in the desktop app. Each file brings up a server of its own. */
const everything = ['e2e/**/*.spec.ts', 'desktop/**/*.spec.ts'];
/** Files that measure: each has the machine to itself, after all others. */
const alone = ['e2e/round-trip.spec.ts', 'desktop/figures.spec.ts'];

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results/browsers',
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: 'tests', testMatch: everything, testIgnore: alone },
    { name: 'measures', testMatch: alone, workers: 1, dependencies: ['tests'] },
  ],
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A report for the count at the end of `npm test`; by hand the list is enough.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    // Without its film, which takes a fifth of the time: the page at each step is in the trace all the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
