import { createHash } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { removeCacheFolder } from '../engine/cache-folder.ts';
import type { CacheOptions } from '../protocol.ts';

/** A folder of Linux whose files are in memory. */
const IN_MEMORY = '/dev/shm';
/** At most this share of the free memory, so that the model has the rest. */
const SHARE_OF_MEMORY = 0.25;
/** A working day: who has not answered by then reads the conversation again, and so may the model. */
const AGE_MS = 8 * 3_600_000;

type CacheConfig = Pick<Config, 'dataDir' | 'inferencePort' | 'modelCacheBytes'>;

/** The folders that this worker may use, the best first: one in memory leaves nothing on a disk. */
function folders({ dataDir, inferencePort }: CacheConfig): { memory: string; disk: string } {
  const own = createHash('sha256')
    .update(`${resolve(dataDir)} ${inferencePort}`)
    .digest('hex')
    .slice(0, 16);
  return {
    memory: join(IN_MEMORY, `switchboard-${own}`),
    disk: join(resolve(dataDir), 'run', 'prompt-cache'),
  };
}

/** Returns where conversations are kept that were read: in memory if there is room, otherwise in the data folder. */
export function cachePlace(config: CacheConfig): CacheOptions | undefined {
  const { modelCacheBytes: bytes } = config;
  if (bytes === 0) return undefined;
  const { memory, disk } = folders(config);
  return { folder: fitsInMemory(bytes) ? memory : disk, bytes, ageMs: AGE_MS };
}

function fitsInMemory(bytes: number): boolean {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > 2 * bytes && process.availableMemory() * SHARE_OF_MEMORY > bytes;
}

/** Removes what an earlier run has left, which was killed: wherever it was. */
export function wipeCaches(config: CacheConfig): void {
  for (const folder of Object.values(folders(config))) removeCacheFolder(folder);
}
