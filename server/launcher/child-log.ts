import { openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../db/local-mariadb/index.ts';

const largest = 10_000_000;

/** Where the logs of the children lie, when they do not go to the terminal. */
export function logFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}

/**
 * Opens a child's log to be added to, readable by its owner only. One that has grown large becomes
 * `<name>.log.1`, in the place of an older one.
 * @returns a file descriptor, to be closed once the child has it.
 */
export function openChildLog(dataDir: string, name: string): number {
  ensurePrivateFolder(logFolder(dataDir));
  const path = join(logFolder(dataDir), `${name}.log`);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largest) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}
