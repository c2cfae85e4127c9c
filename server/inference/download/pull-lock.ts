import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isRunning, ownIdentity } from '../../db/local-mariadb/index.ts';
import { PullError } from './pull-error.ts';

const HolderSchema = z.object({ pid: z.int(), started: z.string() });

/**
 * Keeps a second process from appending to the same file: the dashboard and `npm run models:pull` may want
 * the same model at once. The lock of a process that is gone is taken over.
 * @returns what gives it back. @throws {PullError} `busy` when somebody else fetches it.
 */
export function lockPull(draft: string): () => void {
  const path = `${draft}.lock`;
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(ownIdentity()), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder && isRunning(holder)) {
      throw new PullError('busy', `Process ${holder.pid} is fetching this model already.`);
    }
    rmSync(path, { force: true });
  }
}

function holderOf(path: string): z.infer<typeof HolderSchema> | null {
  try {
    return HolderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
