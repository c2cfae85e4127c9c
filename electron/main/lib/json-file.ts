import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import { log, reasonOf } from './logger.ts';

/** A small settings file: read once, then cached; written atomically. */
export interface JsonFile<T> {
  read(): T;
  /**
   * Returns whether the value was stored. Without space on the disk, for example, it lasts until the app quits: moving
   * the window or opening a place must not fail because of that.
   */
  write(value: T): boolean;
}

/**
 * @param fallback the value when the file is missing or invalid. An invalid file is renamed to `.bad`, so
 * that it can still be inspected.
 */
export function jsonFile<T>(path: string, schema: z.ZodType<T>, fallback: T): JsonFile<T> {
  let kept: T | undefined;
  return {
    read: () => {
      kept ??= load(path, schema, fallback);
      return kept;
    },
    write: (value) => {
      kept = value;
      const draft = `${path}.${process.pid}.draft`;
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
        renameSync(draft, path);
        return true;
      } catch (error) {
        log('a file could not be stored', { file: basename(path), reason: reasonOf(error) });
        quietly(() => rmSync(draft, { force: true }));
        return false;
      }
    },
  };
}

function load<T>(path: string, schema: z.ZodType<T>, fallback: T): T {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    quietly(() => rmSync(`${path}.bad`, { force: true }));
    quietly(() => renameSync(path, `${path}.bad`));
    return fallback;
  }
}

/** Runs work that may fail; a failure is only logged. */
function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    log('a file could not be removed or renamed', { reason: reasonOf(error) });
  }
}
