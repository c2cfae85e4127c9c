// `npm test`: prepares the clone, then runs checks next to unit and integration tests, and browser tests after them.
// `npm run test:full`: every test that neither measures nor takes long, at a small size.
// `npm run test:soak`: everything at full size: load, all faults, 20,000 fuzz requests, figures, packaging.
// `npm run test:soak -- --shard 1/3`: the first third of it, for another machine or another day.
// `npm run test:galera`: the tests of the API and of tenancy on three nodes of MariaDB Galera (or only the given files).
// `npm test -- test/api/contacts.test.ts`: runs only vitest, with these arguments.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';
import { readBrowserReport, readVitestReport } from './test/lane-report.mjs';

/**
 * With more failed files than this, the cause is the change and not a busy machine, so nothing runs again.
 */
const FILES_THAT_RUN_AGAIN = 4;

/**
 * The priority of all tests: that of model engines, which give themselves a lower one than a program has. Beside busy
 * tests of a higher one, an engine takes three times as long to start.
 */
const NICE = 5;

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results', 'reports');
const isSoak = process.argv.includes('--soak');
const isFull = process.argv.includes('--full');
const isGalera = process.argv.includes('--galera');
const chosen = process.argv
  .slice(2)
  .filter((argument) => !['--soak', '--full', '--galera'].includes(argument));
if (isGalera && chosen.length === 0) chosen.push('test/api', 'test/tenancy');
const shard = takeShard(chosen);
/** Determines which tests run, and their size; see test/helpers/lane.ts. Chosen files belong to no lane. */
const lane = laneOf();
const timings = [];
/** The results of the parts that have run. */
const parts = [];

setPriority(NICE);
const { chromium } = await setupOrExit({ tests: true, soak: isSoak });
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

if (chosen.length > 0) {
  process.exit(
    await run('vitest/vitest.mjs', ['run', ...chosen], isGalera ? { TEST_GALERA: 'balanced' } : {}),
  );
}

const { check } = await import('./check.mjs');
// Tests spend much of their time waiting for timers and disks. In the loop, the checks use that time.
const checked = timed('Check', () => check((line) => console.log(line), { inBackground: !isSoak }));
if (isSoak) endIfFailed(await checked);
parts.push(await timed('Unit, API, tenancy, architecture, faults', () => tested(vitest)));
endIfFailed(await checked);
parts.push(await timed('Browsers', () => tested(browsers)));
// A shard of a project includes all of those that it depends on, so what measures runs by itself, in the last shard.
if (shard?.isLast) parts.push(await timed('Browsers, figures', () => tested(figures)));

console.log(`\n${timings.map(({ part, seconds }) => `${part}: ${seconds} s`).join('\n')}`);
const unstable = parts.flatMap((part) => part.unstable);
if (unstable.length > 0) {
  console.log(`\n${unstable.length} unstable (failed with other tests, passed alone). Find the cause:`);
  for (const { file, name } of unstable) console.log(`  ${file}${name && ` › ${name}`}`);
}
listFailures();
console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exit(parts.every((part) => part.isGreen) && total('passed') > 0 ? 0 : 1);

/** Names the failed tests at the end, where a log that is cut still has them. */
function listFailures() {
  const failures = parts.flatMap((part) => part.failures);
  if (failures.length === 0) return;
  console.log(`\n${failures.length} failed. Their output is above:`);
  for (const { file, name } of failures) console.log(`  ${file}${name && ` › ${name}`}`);
}

function laneOf() {
  if (isSoak) return { SWITCHBOARD_TEST_LANE: 'soak' };
  if (chosen.length > 0) return {};
  return { SWITCHBOARD_TEST_LANE: isFull ? 'full' : 'loop' };
}

/** Takes the shard out of the arguments; null: everything. */
function takeShard(args) {
  const at = args.indexOf('--shard');
  if (at < 0) return null;
  const [, name] = args.splice(at, 2);
  const [, number, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(name ?? '')?.map(Number) ?? [];
  if (isSoak && args.length === 0 && number <= count) return { name, isLast: number === count };
  console.error('A shard is a part of all tests: `npm run test:soak -- --shard 1/3` runs the first third.');
  process.exit(1);
}

/** Ends the run when a check failed. */
function endIfFailed(failedChecks) {
  if (failedChecks.length === 0) return;
  listFailures();
  console.log(
    `\nFailed checks: ${failedChecks.join(', ')}. Their output is above; run them alone with \`npm run check\`.`,
  );
  console.log(`\n${total('passed')} passed, ${failedChecks.length + total('failed')} failed`);
  process.exit(1);
}

function total(name) {
  return parts.reduce((sum, part) => sum + part[name], 0);
}

/**
 * Runs the tests of one runner. Files with failures run a second time, alone. Tests that pass then are
 * unstable: they are listed at the end and do not fail the run. The soak lane has no second run.
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
    failures: second.failures,
    unstable,
  };
}

async function vitest(name, files) {
  const report = join(reports, `vitest-${name}.json`);
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const alone = files.length > 0 ? ['--maxWorkers=1'] : [];
  const part = shard ? [`--shard=${shard.name}`] : [];
  const code = await run('vitest/vitest.mjs', ['run', ...outputs, ...alone, ...part, ...files]);
  return outcome(code, readVitestReport(report, root));
}

function browsers(name, files) {
  // The screenshots of the first failures are kept.
  const alone = files.length > 0 ? ['--workers=1', '--output=test-results/browsers-again'] : [];
  const part = shard ? ['--project=tests', `--shard=${shard.name}`] : [];
  return playwright(`browsers-${name}`, [...alone, ...part, ...files]);
}

function figures() {
  return playwright('browsers-figures', ['--project=measures', '--no-deps']);
}

async function playwright(name, args) {
  const report = join(reports, `${name}.json`);
  const code = await run('@playwright/test/cli.js', ['test', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return outcome(code, readBrowserReport(report));
}

/** Returns a runner's result. A runner that ends without a report, or with an error code, has failed. */
function outcome(code, report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: [], isGreen: false };
  return { ...report, failed: code === 0 ? report.failed : Math.max(1, report.failed), isGreen: code === 0 };
}

/** Runs a part under a heading, and records how long it took. */
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
      env: { ...process.env, ...lane, CHROMIUM_PATH: chromium ?? '', ...environment },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
