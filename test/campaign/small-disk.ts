import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A folder on a file system of its own that can be filled up. */
export interface SmallDisk {
  folder: string;
  /** Takes all the space that is left. Returns how many bytes that were. */
  fill(): number;
  /** Gives the space back. */
  free(): void;
  remove(): void;
}

const BLOCK = Buffer.alloc(1024 * 1024, 1);

/** Mounts a small tmpfs; null where that is not allowed (it needs root). */
export function mountSmallDisk(parent: string, megabytes: number): SmallDisk | null {
  const folder = join(parent, 'disk');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fillUp(filler),
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      // A process that still ends may hold a file open.
      if (spawnSync('umount', [folder]).status !== 0) spawnSync('umount', ['-l', folder]);
    },
  };
}

function fillUp(file: string): number {
  const handle = openSync(file, 'a');
  let bytes = 0;
  try {
    // Ever smaller blocks: the last one is what a page takes.
    for (let size = BLOCK.length; size >= 4_096; size /= 16) {
      for (;;) {
        try {
          bytes += writeSync(handle, BLOCK, 0, size);
        } catch {
          break;
        }
      }
    }
  } finally {
    closeSync(handle);
  }
  return bytes;
}

/** Returns the free space of a folder's file system. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
