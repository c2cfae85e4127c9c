import { chmodSync, copyFileSync, openSync, readdirSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../db/local-mariadb/index.ts';

const largest = 10_000_000;
const ROTATION_MS = 60_000;

/** Returns the folder for the logs of child processes that do not log to the terminal. */
export function logFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}

/** Returns the path of a child's log. */
export function childLogPath(dataDir: string, name: string): string {
  return join(logFolder(dataDir), `${name}.log`);
}

/**
 * Opens a child's log for appending, readable by its owner only. A large log is first renamed to
 * `<name>.log.1`, which replaces an older one.
 * @returns a file descriptor. Close it once the child has it.
 */
export function openChildLog(dataDir: string, name: string): number {
  ensurePrivateFolder(logFolder(dataDir));
  const path = childLogPath(dataDir, name);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largest) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/**
 * Moves the contents of large logs to `<name>.log.1`, which replaces older ones. Processes keep writing to the
 * same file, which they have opened for appending, so it is emptied instead of renamed; lines of the moment in
 * between are lost.
 */
export function rotateLogs(folder: string, largestBytes = largest): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.log'))) {
    const path = join(folder, name);
    if (statSync(path).size <= largestBytes) continue;
    copyFileSync(path, `${path}.1`);
    chmodSync(`${path}.1`, 0o600);
    truncateSync(path);
  }
}

/** Rotates the logs of a data folder, the database's too, every minute while the launcher runs. */
export function watchLogs(dataDir: string): void {
  setInterval(() => {
    try {
      rotateLogs(dataDir);
      rotateLogs(logFolder(dataDir));
    } catch {
      // Without a log folder there is nothing to do; a full disk may need another attempt.
    }
  }, ROTATION_MS).unref();
}
