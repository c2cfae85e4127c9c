import { defineConfig } from '@playwright/test';

/** The system's Chromium, where the setup found it; else the one that Playwright itself has fetched. */
const executablePath = process.env.CHROMIUM_PATH || undefined;

/** In a browser, and in the desktop app. */
const everything = ['e2e/**/*.spec.ts', 'desktop/**/*.spec.ts'];
/** Files that measure: each has the machine to itself, after all others. */
const alone = ['e2e/round-trip-time.spec.ts', 'e2e/figures.spec.ts', 'desktop/figures.spec.ts'];
/** The loop has the tests with the tag `@loop`, the full lane those without `@soak`; only the soak lane measures. */
const lane = process.env.SWITCHBOARD_TEST_LANE;

/** What is awaited comes sooner or later; ten seconds are short on a busy machine. */
const PATIENCE_MS = 20_000;

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results/browsers',
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: 'tests', testMatch: everything, testIgnore: alone },
    // Only when it is chosen: `npm run gallery`.
    ...(process.env.GALLERY ? [{ name: 'gallery', testMatch: 'gallery/*.spec.ts', workers: 1 }] : []),
    ...(lane === 'loop' || lane === 'full'
      ? []
      : [{ name: 'measures', testMatch: alone, workers: 1, dependencies: ['tests'] }]),
  ],
  ...(lane === 'loop' && { grep: /@loop/ }),
  ...(lane === 'full' && { grepInvert: /@soak/ }),
  timeout: 180_000,
  expect: { timeout: PATIENCE_MS },
  forbidOnly: true,
  // A report for the count at the end of `npm test`; by hand the list is enough.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: PATIENCE_MS,
    // A trace takes a third of the time, so it is made on request: TRACE=1.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
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
