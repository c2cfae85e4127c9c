// Makes a clone ready to run: packages, builds, a database server and, for tests, the desktop, a Redis and
// a Chromium. Plain Node without dependencies, because it runs before there are any.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './setup/dependencies.mjs';
import { createProgress, SetupError } from './setup/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Does what is missing, tells it on `output`, and takes a fraction of a second when nothing is.
 * @returns the Chromium for the tests, or null when none was asked for.
 */
export async function setup({
  tests = false,
  desktop = tests,
  database = true,
  output = process.stdout,
} = {}) {
  // The data folder and everything else is relative to the project, wherever we were called from.
  process.chdir(root);
  checkNode();
  const progress = createProgress(output);
  await ensureDependencies(root, progress);
  const { build } = await import('./build.mjs');
  await build(progress.say, { desktop });
  // The tests bring up a database of their own, whatever DATABASE_URL says.
  if (database && (tests || !process.env.DATABASE_URL)) {
    const { ensureDatabase } = await import('./setup/database.mjs');
    await ensureDatabase(progress);
  }
  if (!tests) return { chromium: null };
  const { ensureRedis } = await import('./setup/redis.mjs');
  await ensureRedis(progress);
  const { ensureChromium } = await import('./setup/chromium.mjs');
  return { chromium: await ensureChromium(progress) };
}

/** Runs `setup`; a fault becomes a sentence on standard error and exit code 1. */
export async function setupOrExit(options) {
  try {
    return await setup(options);
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  }
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const [major, minor] = engines.node.replace('>=', '').split('.').map(Number);
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  throw new SetupError(
    `Switchboard needs Node ${major}.${minor} or later; this is ${process.versions.node}.`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setupOrExit({ tests: process.argv.includes('--tests') });
}
