// Installs the packages of the lockfile when they are missing or have other versions.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './progress.mjs';

/** Runs `npm ci` unless node_modules matches the lockfile. */
export async function ensureDependencies(root, progress) {
  const stamp = join(root, 'node_modules/.switchboard-lock');
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  if (!isInstalled(root, JSON.parse(lock))) {
    const [command, ...args] = npm();
    // Building needs the development packages, regardless of NODE_ENV.
    await progress.step('Installing packages (npm ci)', () =>
      run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root }),
    );
  }
  writeFileSync(stamp, digest);
}

/** Checks npm's list of installed packages. npm writes it last, so an interrupted install fails the check. */
function isInstalled(root, lock) {
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(lock.packages).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || wanted.peer || installed[path]?.version === wanted.version,
  );
}

/** Returns the command of the npm that started this process, otherwise that on the PATH. */
export function npm() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
