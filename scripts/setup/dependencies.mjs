// The packages of the lockfile, installed when they are missing or others.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './progress.mjs';

/** Runs `npm ci` unless node_modules holds exactly what the lockfile names. */
export async function ensureDependencies(root, progress) {
  const stamp = join(root, 'node_modules/.switchboard-lock');
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  if (!isInstalled(root, JSON.parse(lock))) {
    const [command, ...args] = npm();
    // Building needs the development packages, whatever NODE_ENV says.
    await progress.step('Installing packages (npm ci)', () =>
      run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root }),
    );
  }
  writeFileSync(stamp, digest);
}

/** npm writes what it installed at the very end, so an interrupted install does not pass. */
function isInstalled(root, lock) {
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(lock.packages).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || wanted.peer || installed[path]?.version === wanted.version,
  );
}

/** The npm that started us, else the one on the PATH. */
export function npm() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
