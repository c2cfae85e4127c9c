import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DRAFTS } from '../download/pull-model.ts';

export type ModelFolder = ReturnType<typeof createModelFolder>;

/**
 * Manages the model files on this machine. Downloads are saved in `own`; `others` are searched too, such as
 * the folder of `npm run models:pull`.
 */
export function createModelFolder(own: string, others: readonly string[]) {
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const folders = [own, ...others];
  return {
    own,
    /** Returns the names of all model files, those of unfinished downloads not among them. */
    list: (): string[] => [
      ...new Set(
        folders
          .filter((folder) => existsSync(folder))
          .flatMap((folder) => readdirSync(folder))
          .filter((file) => /\.gguf$/i.test(file)),
      ),
    ],
    /** Returns the path of a model's file; null if it is not on this machine. */
    find: (file: string): string | null =>
      folders.map((folder) => join(folder, file)).find((path) => existsSync(path)) ?? null,
    /** Returns the number of bytes of an unfinished download. */
    draftBytes: (file: string): number => {
      const sizes = draftsOf(own, file).map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
      return Math.max(0, ...sizes);
    },
    /** Deletes the file and its unfinished downloads. */
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
