import { statfsSync } from 'node:fs';

/** Returns the number of bytes that can still be written to a folder, with quotas taken into account. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
