import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import debts from './house-debts.json' with { type: 'json' };

/** Rules of code organization. house-debts.json lists the violations, and can only get shorter. */

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /\.(ts|tsx)$/.test(file) && existsSync(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const isTest = (file: string) => /\.test\.tsx?$|^test\//.test(file);
const product = files.filter((file) => /^(server|renderer|shared|electron)\//.test(file) && !isTest(file));

const importers = new Map<string, Set<string>>();
for (const [file, text] of texts) {
  for (const [, specifier = ''] of text.matchAll(/['"`](\.{1,2}\/[^'"`\n$]*?)['"`]/g)) {
    const target = normalize(join(dirname(file), specifier));
    if (existsSync(target) && statSync(target).isFile()) {
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
}

/** Files that are always separate: layers of a feature, entries of a registry, hooks. */
const ALWAYS_SEPARATE =
  /\.(model|contract|events|repository|sql|routes|router|service|presenter|store|actions|queries|realtime|page|life|sender|send)\.tsx?$|\/index\.tsx?$|\/main\.tsx?$|\/use-[^/]*$|\.d\.ts$|-section\.tsx$|\/kinds\/|\/steps\/|\/sandbox\/(control|graph|media)\/|^server\/admin\/|^server\/db\/migrations\/|^shared\/(contract|events|ipc)\/|\/demo-/;

it('does not have small files that are used only by one file of the same folder', () => {
  const found = product.filter((file) => {
    const text = texts.get(file) ?? '';
    const [importer, ...others] = [...(importers.get(file) ?? [])];
    return (
      importer !== undefined &&
      others.length === 0 &&
      dirname(importer) === dirname(file) &&
      !isTest(importer) &&
      // An index is a registry of parts.
      !importer.endsWith('/index.ts') &&
      text.split('\n').length <= 60 &&
      !ALWAYS_SEPARATE.test(file) &&
      !text.includes('.module.css')
    );
  });
  expectOnly(found, debts.smallPieces);
});

/** Folders with one file for each migration, and for each table. */
const LISTS: readonly string[] = ['server/db/migrations', 'server/db/models'];

it('has no folders with more than 25 files', () => {
  const perFolder = new Map<string, number>();
  for (const file of product) perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1);
  const found = [...perFolder].flatMap(([folder, count]) =>
    count > 25 && !LISTS.includes(folder) ? [folder] : [],
  );
  expectOnly(found, debts.fullFolders);
});

it('keeps SQL in repositories', () => {
  const found = product.filter(
    (file) =>
      /^server\//.test(file) &&
      !/\.(repository|sql)\.ts$|^server\/db\/|^server\/sandbox\//.test(file) &&
      /[`'](\/\*[^*]*\*\/ )?(SELECT|INSERT (IGNORE )?INTO|UPDATE|DELETE FROM|REPLACE INTO) /.test(
        texts.get(file) ?? '',
      ),
  );
  expectOnly(found, debts.sqlOutsideRepositories);
});

it('reads the time from the clock', () => {
  const found = product.filter(
    (file) =>
      /^server\/(features|flows|platform|kernel)\//.test(file) &&
      !file.startsWith('server/kernel/clock/') &&
      /new Date\(\)|Date\.now\(\)/.test(texts.get(file) ?? ''),
  );
  expectOnly(found, debts.timeWithoutClock);
});

/** Fails for a new violation, and for a listed one that was fixed, so that the list gets shorter. */
function expectOnly(found: readonly string[], listed: readonly string[]): void {
  const added = found.filter((file) => !listed.includes(file));
  const fixed = listed.filter((file) => !found.includes(file));
  expect({ added, fixed }, 'fix added violations; remove fixed ones from house-debts.json').toEqual({
    added: [],
    fixed: [],
  });
}

it('has tests that replace modules only in files named *.mocked.test.ts, which run apart from all others', () => {
  const found = [...texts].flatMap(([file, text]) =>
    /^\s*vi\.(mock|doMock)\(/m.test(text) && !file.endsWith('.mocked.test.ts') ? [file] : [],
  );
  expectOnly(found, []);
});
