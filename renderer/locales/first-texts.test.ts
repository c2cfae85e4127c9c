import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

/** Returns the texts that a module of English texts imports, as they are stored: a running app adds to those in memory. */
function textsIn(module: string): Texts {
  const files = readFileSync(`renderer/locales/en/${module}`, 'utf8').matchAll(/from '\.\/([\w/-]+)\.json'/g);
  return Object.fromEntries(
    [...files].map(([, file = '']) => [
      basename(file),
      JSON.parse(readFileSync(`renderer/locales/en/${file}.json`, 'utf8')),
    ]),
  );
}

/** Returns the modules that the dashboard imports before it shows anything, directly and through others. */
function firstModules(): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = ['renderer/main.tsx'];
  for (const file of waiting) {
    if (found.has(file) || !/\.tsx?$/.test(file) || file.startsWith('renderer/locales/')) continue;
    const text = readFileSync(file, 'utf8');
    found.set(file, text);
    for (const [, specifier = ''] of text.matchAll(
      /^(?:import|export) (?!type )(?:[^;']*? from )?'(\.{1,2}\/[^']+)'/gm,
    )) {
      const target = normalize(join(dirname(file), specifier));
      if (existsSync(target)) waiting.push(target);
    }
  }
  return found;
}

type Texts = { [key: string]: string | Texts };

/** Returns the keys of all texts, without their plural forms. */
function keysOf(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const key = `${path}${name}`;
    return typeof value === 'string'
      ? [key.replace(/_(one|many|other)$/, '')]
      : keysOf(value, `${key}${path === '' ? ':' : '.'}`);
  });
}

/** Returns what matches the keys that a module names: `inbox:list.title`, or `inbox:views.${view}.name`. */
function namedIn(text: string): (key: string) => boolean {
  const names = new Set([...text.matchAll(/['"`]([\w:.-]+)['"`]/g)].map(([, name = '']) => name));
  const patterns = [...text.matchAll(/`([\w-]+[:.][^`]*\$\{[^`]*)`/g)].map(([, name = '']) => {
    const parts = name.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?()[\]\\^$|{}]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`);
  });
  return (key) =>
    [key, key.replace(/^common:/, '')].some(
      (form) => names.has(form) || patterns.some((pattern) => pattern.test(form)),
    );
}

/** Until these are loaded, the server's own sentence is shown. */
const HAS_ENGLISH = /^(?:reasons|errors:codes)[.:]/;

it('has every text that the first screen names among those that are loaded with it', () => {
  const known = new Set(keysOf(textsIn('first.ts')));
  const others = [...new Set(keysOf(textsIn('later.ts')))].filter(
    (key) => !known.has(key) && !HAS_ENGLISH.test(key),
  );
  const missing = [...firstModules()].flatMap(([file, text]) => {
    const isNamed = namedIn(text);
    return others.filter(isNamed).map((key) => `${file}: ${key}`);
  });
  expect(others.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
