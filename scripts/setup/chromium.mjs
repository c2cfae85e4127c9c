// Finds or installs Chromium for the browser tests: CHROMIUM_PATH, the system's, or Playwright's.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { aptInstall, canUseApt } from './apt.mjs';
import { SetupError } from './progress.mjs';

/** The headless shell is first: the same engine without windows, which uses a fifth less CPU time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const insideCache = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
];

/** Returns the path of Chromium on this machine, or null. CHROMIUM_PATH has priority. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`CHROMIUM_PATH is ${named}, but this file does not exist.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...places, ...playwrightPaths()].find((path) => existsSync(path)) ?? null;
}

/** Finds Chromium, or installs it if that needs no elevated permissions. */
export async function ensureChromium(progress) {
  const found = findChromium();
  if (found) return found;
  if (canUseApt())
    await progress.step('Installing Chromium for the browser tests', () =>
      // Not every release of Debian and Ubuntu has a package of the shell.
      aptInstall(['chromium-headless-shell']).catch(() => aptInstall(['chromium'])),
    );
  const installed = findChromium();
  if (installed) return installed;
  throw new SetupError(
    'The browser tests need Chromium. Install it with\n\n  npx playwright install chromium\n\nor set CHROMIUM_PATH.',
  );
}

function playwrightPaths() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ];
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .filter((name) => /^chromium-\d+$/.test(name))
        .flatMap((name) => insideCache.map((path) => join(cache, name, path))),
    );
}
