import { defineConfig } from '@playwright/test';

/** The system's Chromium, where the setup found it; else the one that Playwright itself has fetched. */
const executablePath = process.env.CHROMIUM_PATH || undefined;

export default defineConfig({
  testDir: 'test',
  // In a browser, and in the desktop app.
  testMatch: ['e2e/**/*.spec.ts', 'desktop/**/*.spec.ts'],
  outputDir: 'test-results/browsers',
  fullyParallel: false,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A report for the count at the end of `npm test`; by hand the list is enough.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
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
