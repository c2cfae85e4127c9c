// What a report was measured with: the machine, and the versions of Node, the database and the product.
import { execFileSync } from 'node:child_process';
import { availableParallelism, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cpu } from 'systeminformation';

/** The page and its results change with each run. */
const REPORT = [':!docs/performance.md', ':!docs/performance.json'];
const GIBIBYTE = 1_024 ** 3;

/** @returns {Promise<Record<string, string>>} the facts by their names, as they are printed */
export async function readMachine() {
  const { manufacturer, brand, speed } = await cpu();
  return {
    Processor: `${[manufacturer, brand].filter(Boolean).join(' ')}${speed ? `, ${speed} GHz` : ''}`,
    Cores: String(availableParallelism()),
    Memory: `${(totalmem() / GIBIBYTE).toFixed(1)} GiB`,
    System: `${type()} ${release()}`,
    Node: process.version,
    Database: await databaseVersion(),
  };
}

async function databaseVersion() {
  const { findDatabaseServer } = await import('../../../dist/server/find-database.js');
  const found = findDatabaseServer(process.env.PATH ?? '');
  if (!found) return 'none';
  return execFileSync(found.server, ['--version'], { encoding: 'utf8' })
    .replace(/^.*?Ver\s+/, '')
    .trim();
}

/** Returns the commit that is checked out, with a mark if files were changed since. */
export function readCommit() {
  const git = (...words) =>
    execFileSync('git', words, {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    });
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...REPORT).trim() !== '';
    return `${git('rev-parse', '--short', 'HEAD').trim()}${changed ? ' and changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
