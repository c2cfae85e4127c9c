import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../kernel/logging/logger.ts';

const PIECE_BYTES = 1_048_576;
/** Between two pieces, so that a file of gigabytes holds up no request. */
const PAUSE_MS = 1;

/**
 * Computes the SHA-256 of model files in the background, once for each state of a file. What is known of a model is
 * stored by it, so another file with the same name is another model.
 */
export function createFileDigests(logger: Pick<Logger, 'warn'>) {
  const known = new Map<string, string | null>();
  let reading: string | null = null;

  async function read(path: string, key: string): Promise<void> {
    reading = key;
    try {
      const hash = createHash('sha256');
      for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
        hash.update(piece as Buffer);
        await pause(PAUSE_MS);
      }
      known.set(key, hash.digest('hex'));
    } catch (error) {
      // It is not tried again until the file changes: the engine has read it, so this is rare.
      known.set(key, null);
      logger.warn({ err: error }, 'the digest of the model file could not be computed');
    } finally {
      reading = null;
    }
  }

  return {
    /** Returns the digest of a file; null until it is known. */
    of: (path: string): string | null => {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat) return null;
      const key = `${path} ${stat.size} ${stat.mtimeMs}`;
      const digest = known.get(key);
      if (digest === undefined && reading === null) void read(path, key);
      return digest ?? null;
    },
  };
}
