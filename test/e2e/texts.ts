import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = 'renderer/locales';

/** Returns the text of a key, as `t` does in the dashboard: `inbox:work.close`. */
export type Texts = (key: string, values?: Readonly<Record<string, string>>) => string;

/**
 * Returns the texts of the dashboard in a language, from the files that the dashboard itself has. They throw for a key
 * without a text.
 */
export function textsOf(language: string): Texts {
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    const found = [`${namespace}.json`, join('later', `${namespace}.json`)]
      .map((file) => join(LOCALES, language, file))
      .filter((file) => existsSync(file))
      .map((file) => textAt(JSON.parse(readFileSync(file, 'utf8')), path))
      .find((text) => text !== null);
    if (found == null) throw new Error(`${key} has no text in ${language}`);
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  };
}

function textAt(texts: unknown, path: string): string | null {
  let at = texts;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return typeof at === 'string' ? at : null;
}
