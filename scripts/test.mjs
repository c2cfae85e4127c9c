// `npm test`: prepares the clone, then checks, unit and integration tests, and browser tests: the loop of a developer.
// `npm run test:soak` is everything at full size: load, all faults, 20,000 fuzz requests, figures and packaging.
// Arguments are passed on to vitest, which then runs alone: `npm test -- test/api/contacts.test.ts`.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';
import { readBrowserReport, readVitestReport } from './test/lane-report.mjs';

/** More failed files than this are a broken change, not a busy machine: they do not run again. */
const FILES_THAT_RUN_AGAIN = 4;

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results', 'reports');
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
const parts = [
  await timed('Unit, API, tenancy, architecture, faults', () => tested(vitest)),
  await timed('Browsers', () => tested(browsers)),
];

console.log(`\n${timings.map(({ part, seconds }) => `${part}: ${seconds} s`).join('\n')}`);
const unstable = parts.flatMap((part) => part.unstable);
if (unstable.length > 0) {
  console.log(`\n${unstable.length} unstable (failed beside other tests, passed alone). Find the cause:`);
  for (const { file, name } of unstable) console.log(`  ${file}${name && ` › ${name}`}`);
}
const total = (name) => parts.reduce((sum, part) => sum + part[name], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exit(parts.every((part) => part.isGreen) && total('passed') > 0 ? 0 : 1);

/**
 * Runs one runner's tests. In the loop, files with a failure run once more, alone: what passes then is unstable, is
 * named at the end, and does not stop the work of others. The soak lane has no second run.
 */
async function tested(runner) {
  const first = await runner('all', []);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (isSoak || first.isGreen || files.length === 0 || files.length > FILES_THAT_RUN_AGAIN) {
    return { ...first, unstable: [] };
  }
  console.log(`\n# Again, alone: ${files.join(', ')}`);
  const second = await runner('again', files);
  const failedAgain = new Set(second.failures.map(({ file, name }) => `${file} ${name}`));
  const unstable = first.failures.filter(({ file, name }) => !failedAgain.has(`${file} ${name}`));
  return {
    passed: first.passed + Math.max(0, first.failed - second.failed),
    failed: second.failed,
    skipped: first.skipped,
    isGreen: second.isGreen,
    unstable,
  };
}

async function vitest(name, files) {
  const report = join(reports, `vitest-${name}.json`);
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const alone = files.length > 0 ? ['--maxWorkers=1'] : [];
  const code = await run('vitest/vitest.mjs', ['run', ...outputs, ...alone, ...files]);
  return outcome(code, readVitestReport(report, root));
}

async function browsers(name, files) {
  const report = join(reports, `browsers-${name}.json`);
  const alone = files.length > 0 ? ['--workers=1'] : [];
  const code = await run('@playwright/test/cli.js', ['test', ...alone, ...files], {
    CHROMIUM_PATH: chromium ?? '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return outcome(code, readBrowserReport(report));
}

/** A runner that ended without a report, or badly without naming a test, has failed. */
function outcome(code, report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: [], isGreen: false };
  return { ...report, failed: code === 0 ? report.failed : Math.max(1, report.failed), isGreen: code === 0 };
}

/** Runs a part under its headline, and notes how long it took. */
async function timed(part, work) {
  console.log(`\n# ${part}`);
  const startedAt = performance.now();
  const result = await work();
  timings.push({ part, seconds: Math.round((performance.now() - startedAt) / 1_000) });
  return result;
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
