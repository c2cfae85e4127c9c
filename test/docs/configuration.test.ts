import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';

interface Row {
  name: string;
  /** The value in the table; null for an empty cell. */
  default: string | null;
}

const text = readFileSync('docs/configuration.md', 'utf8');
/** The rows of the tables of variables, without the last section, which lists variables of scripts. */
const rows = [
  ...(text.split(/^## Other commands/m)[0] ?? '').matchAll(/^\| `([A-Z0-9_]+)` \|([^|]*)\|/gm),
].map(([, name = '', cell = '']): Row => ({ name, default: /^ `([^`]+)` $/.exec(cell)?.[1] ?? null }));

/** Returns the names that `readConfig` reads. */
function namesRead(): Set<string> {
  const names = new Set<string>();
  const recording = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(recording);
  return names;
}

/** Includes a bucket, so that the result contains the settings of buckets. */
const BASE = { S3_BUCKET: 'bucket', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

/** Whether a setting has no default value. Also true if its property has another name than the variable. */
function isEmpty(name: string): boolean {
  const property = name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const value = Object.entries(readConfig(BASE)).find(([key]) => key === property)?.[1];
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

describe('docs/configuration.md', () => {
  it('lists every variable that the server reads once, and no others', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...namesRead()].sort());
  });

  it.each(rows)('states the default of $name', ({ name, default: stated }) => {
    if (stated === null) expect(isEmpty(name)).toBe(true);
    else expect(readConfig({ ...BASE, [name]: stated })).toEqual(readConfig(BASE));
  });
});
