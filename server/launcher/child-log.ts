import { openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../db/local-mariadb/index.ts';

const largest = 10_000_000;

/** Returns the folder for the logs of child processes that do not log to the terminal. */
export function logFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}

/**
 * Opens a child's log for appending, readable by its owner only. A large log is first renamed to
 * `<name>.log.1`, which replaces an older one.
 * @returns a file descriptor. Close it once the child has it.
 */
export function openChildLog(dataDir: string, name: string): number {
  ensurePrivateFolder(logFolder(dataDir));
  const path = join(logFolder(dataDir), `${name}.log`);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largest) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}
