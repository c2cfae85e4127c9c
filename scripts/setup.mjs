// Prepares a clone: packages, builds, a database server and, for tests, the desktop, Redis, Python, Chromium and, for
// those of the soak lane, HAProxy. Uses plain Node, because it runs before dependencies are installed.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './setup/dependencies.mjs';
import { createProgress, SetupError } from './setup/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs and builds what is missing and reports it on `output`. Takes a fraction of a second if nothing is
 * missing.
 * @returns the Chromium for the tests; null without `tests`.
 */
export async function setup({
  tests = false,
  soak = false,
  desktop = tests,
  database = true,
  output = process.stdout,
} = {}) {
  // The data folder and other paths are relative to the project, not to the caller's directory.
  process.chdir(root);
  checkNode();
  const progress = createProgress(output);
  await ensureDependencies(root, progress);
  const { build } = await import('./build.mjs');
  await build(progress.say, { desktop });
  // The tests start their own database, even if DATABASE_URL is set.
  if (database && (tests || !process.env.DATABASE_URL)) {
    const { ensureDatabase } = await import('./setup/database.mjs');
    await ensureDatabase(progress);
  }
  if (!tests) return { chromium: null };
  const { ensureRedis } = await import('./setup/redis.mjs');
  await ensureRedis(progress);
  const { ensurePython } = await import('./setup/python.mjs');
  await ensurePython(progress);
  if (soak) {
    const { ensureHaproxy } = await import('./setup/haproxy.mjs');
    await ensureHaproxy(progress);
  }
  const { ensureChromium } = await import('./setup/chromium.mjs');
  return { chromium: await ensureChromium(progress) };
}

/** Runs `setup`. On failure, prints a sentence on standard error and exits with code 1. */
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
