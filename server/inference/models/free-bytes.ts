import { statfsSync } from 'node:fs';

/** Returns how much can still be written into a folder, in bytes; quotas are respected. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
