import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DRAFTS } from '../download/pull-model.ts';

export type ModelFolder = ReturnType<typeof createModelFolder>;

/**
 * The files of models on this machine. They are fetched into `own`; what `npm run models:pull` has put into
 * the program's folder is found as well.
 */
export function createModelFolder(own: string, others: readonly string[]) {
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const folders = [own, ...others];
  return {
    own,
    /** Where a model's file is; null when it is not here. */
    find: (file: string): string | null =>
      folders.map((folder) => join(folder, file)).find((path) => existsSync(path)) ?? null,
    /** How many bytes of an unfinished download are here. */
    draftBytes: (file: string): number => {
      const sizes = draftsOf(own, file).map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
      return Math.max(0, ...sizes);
    },
    /** Deletes the file and what was begun of it. */
    remove: (file: string): void => {
      for (const folder of folders) {
        for (const path of [join(folder, file), ...draftsOf(folder, file)]) rmSync(path, { force: true });
      }
    },
  };
}

function draftsOf(folder: string, file: string): string[] {
  const drafts = join(folder, DRAFTS);
  if (!existsSync(drafts)) return [];
  return readdirSync(drafts)
    .filter((name) => name.startsWith(`${file}.`) && !name.endsWith('.lock'))
    .map((name) => join(drafts, name));
}
