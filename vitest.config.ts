import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,server,renderer}/**/*.test.ts', 'test/**/*.test.ts'],
    // The browser tests belong to Playwright.
    exclude: ['**/node_modules/**', 'test/e2e/**'],
    globalSetup: ['test/helpers/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
