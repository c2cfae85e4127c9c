import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates an empty folder for the cache, for this user alone. Returns whether it could: in a folder that all users share, the
 * name may be another's.
 */
export function emptyCacheFolder(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** Removes the cache's folder with everything in it. */
export function removeCacheFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is another's; see above.
  }
}
