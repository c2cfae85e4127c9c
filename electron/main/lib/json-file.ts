import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** A small settings file: read once, then cached; written atomically. */
export interface JsonFile<T> {
  read(): T;
  write(value: T): void;
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
      mkdirSync(dirname(path), { recursive: true });
      const draft = `${path}.${process.pid}.draft`;
      writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
      renameSync(draft, path);
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
    rmSync(`${path}.bad`, { force: true });
    renameSync(path, `${path}.bad`);
    return fallback;
  }
}
