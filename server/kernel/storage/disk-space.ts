import { statfs } from 'node:fs/promises';
import type { Clock } from '../clock/clock.ts';
import type { Logger } from '../logging/logger.ts';

/** The space of a disk, in bytes; `free` is what this process may use. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Reads the space of the disk of the data folder. The only place that asks the system; tests pass another. */
export type ReadDiskSpace = () => Promise<DiskSpace>;

export interface DiskGuard {
  /** Returns the space of the disk; null when the system does not say. At most a second old. */
  space(): Promise<DiskSpace | null>;
  /** Returns whether a file of this size may be stored: what must stay free is for the database and callbacks. */
  hasRoomFor(bytes: number): Promise<boolean>;
}

const GB = 1024 ** 3;
/** What files leave free by default: 2 GB or 5 % of the disk, whichever is more, but not half of a small disk. */
const RESERVE = { bytes: 2 * GB, part: 0.05, partMax: 0.25 };
const AGE_MAX_MS = 1_000;

export function readDiskSpace(folder: string): ReadDiskSpace {
  return async () => {
    const { bsize, bavail, blocks } = await statfs(folder);
    return { free: bsize * bavail, total: bsize * blocks };
  };
}

/** Creates the guard of a disk. `reserveBytes` replaces the default of what files leave free. */
export function createDiskGuard({
  read,
  reserveBytes,
  clock,
  logger,
}: {
  read: ReadDiskSpace;
  reserveBytes: number | null;
  clock: Clock;
  logger: Logger;
}): DiskGuard {
  let last: { at: number; space: Promise<DiskSpace | null> } | null = null;

  function space(): Promise<DiskSpace | null> {
    const now = clock.elapsedMs();
    if (last && now - last.at < AGE_MAX_MS) return last.space;
    const reading = read().catch((error: unknown) => {
      logger.warn({ err: error }, 'could not read the free disk space');
      return null;
    });
    last = { at: now, space: reading };
    return reading;
  }

  return {
    space,
    hasRoomFor: async (bytes) => {
      const found = await space();
      // A file system that does not say how full it is must not stop every file.
      if (!found) return true;
      const usual = Math.max(RESERVE.bytes, found.total * RESERVE.part);
      const reserve = reserveBytes ?? Math.min(usual, found.total * RESERVE.partMax);
      return found.free - bytes >= reserve;
    },
  };
}
