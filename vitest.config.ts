import { defineConfig } from 'vitest/config';

const everything = ['{shared,server,renderer,electron}/**/*.test.ts', 'test/**/*.test.ts'];
/** Tests that measure, or keep the whole machine busy: each gets it to itself, after all others. */
const alone = ['test/load/**/*.test.ts', 'test/fuzz/**/*.test.ts'];
// The browser tests belong to Playwright.
const elsewhere = ['**/node_modules/**', 'test/e2e/**'];

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is awaited comes sooner or later; a second is short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: everything,
          exclude: [...elsewhere, ...alone],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'load', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
