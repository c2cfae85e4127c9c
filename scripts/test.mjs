// `npm test`: prepares the clone, then checks, unit and integration tests, and browser tests: the loop of a developer.
// `npm run test:soak` is everything at full size: load, all faults, 20,000 fuzz requests, figures and packaging.
// Arguments are passed on to vitest, which then runs alone: `npm test -- test/api/contacts.test.ts`.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results', 'reports');
const vitestReport = join(reports, 'vitest.json');
const browserReport = join(reports, 'browsers.json');
const isSoak = process.argv.includes('--soak');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--soak');
/** The tests choose their size by it; see test/helpers/lane.ts. */
const lane = isSoak
  ? { SWITCHBOARD_TEST_LANE: 'soak' }
  : chosen.length > 0
    ? {}
    : { SWITCHBOARD_TEST_LANE: 'fast' };
const timings = [];

const { chromium } = await setupOrExit({ tests: true });
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

if (chosen.length > 0) {
  process.exit(await run('vitest/vitest.mjs', ['run', ...chosen]));
}

const { check } = await import('./check.mjs');
const failedChecks = await timed('Check', () => check((line) => console.log(line)));
if (failedChecks.length > 0) {
  console.log(`\n0 passed, ${failedChecks.length} failed`);
  process.exit(1);
}
const vitest = await timed('Unit, API, tenancy, architecture, faults', () =>
  run('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ]),
);
const browsers = await timed('Browsers', () =>
  run('@playwright/test/cli.js', ['test'], {
    CHROMIUM_PATH: chromium ?? '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  }),
);

console.log(`\n${timings.map(({ part, seconds }) => `${part}: ${seconds} s`).join('\n')}`);
const counted = sum([countVitest(), countBrowsers()]);
console.log(`\n${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.exit(vitest === 0 && browsers === 0 && counted.failed === 0 && counted.passed > 0 ? 0 : 1);

/** Runs a part under its headline, and notes how long it took. */
async function timed(part, work) {
  console.log(`\n# ${part}`);
  const startedAt = performance.now();
  const outcome = await work();
  timings.push({ part, seconds: Math.round((performance.now() - startedAt) / 1_000) });
  return outcome;
}

function run(cli, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', cli), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...lane, ...environment },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function countVitest() {
  const report = read(vitestReport);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report ? report.numFailedTests || report.numFailedTestSuites : 1,
    skipped: report?.numPendingTests ?? 0,
  };
}

function countBrowsers() {
  const stats = read(browserReport)?.stats;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats ? stats.unexpected : 1,
    skipped: stats?.skipped ?? 0,
  };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const count of counts) for (const name of Object.keys(total)) total[name] += count[name];
  return total;
}
