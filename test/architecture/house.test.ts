import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import debts from './house-debts.json' with { type: 'json' };

/** The rules of a tidy house, and what still breaks them: house-debts.json may only get shorter. */

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

/** Files that have a place of their own by what they are: layers of a feature, entries of a registry, hooks. */
const OWN_PLACE =
  /\.(model|contract|events|repository|sql|routes|router|service|presenter|store|actions|queries|realtime|page|life|sender|send)\.tsx?$|\/index\.tsx?$|\/main\.tsx?$|\/use-[^/]*$|\.d\.ts$|-section\.tsx$|\/kinds\/|\/steps\/|\/sandbox\/(control|graph|media)\/|^server\/admin\/|^server\/db\/migrations\/|^shared\/(contract|events|ipc)\/|\/demo-/;

it('puts a small piece that only its neighbour uses into that neighbour', () => {
  const found = product.filter((file) => {
    const text = texts.get(file) ?? '';
    const [importer, ...others] = [...(importers.get(file) ?? [])];
    return (
      importer !== undefined &&
      others.length === 0 &&
      dirname(importer) === dirname(file) &&
      !isTest(importer) &&
      // It lists parts: a registry.
      !importer.endsWith('/index.ts') &&
      text.split('\n').length <= 60 &&
      !OWN_PLACE.test(file) &&
      !text.includes('.module.css')
    );
  });
  expectOnly(found, debts.smallPieces);
});

it('gives rooms to a folder with more than 25 files', () => {
  const perFolder = new Map<string, number>();
  for (const file of product) perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1);
  const found = [...perFolder].flatMap(([folder, count]) =>
    count > 25 && basename(folder) !== 'migrations' ? [folder] : [],
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

it('takes the time from the clock', () => {
  const found = product.filter(
    (file) =>
      /^server\/(features|flows|platform|kernel)\//.test(file) &&
      !file.startsWith('server/kernel/clock/') &&
      /new Date\(\)|Date\.now\(\)/.test(texts.get(file) ?? ''),
  );
  expectOnly(found, debts.timeWithoutClock);
});

/** Fails on a new offence, and on a listed one that is gone, so that the list gets shorter. */
function expectOnly(found: readonly string[], listed: readonly string[]): void {
  const added = found.filter((file) => !listed.includes(file));
  const ended = listed.filter((file) => !found.includes(file));
  expect({ added, ended }, 'fix what is added; take what has ended out of house-debts.json').toEqual({
    added: [],
    ended: [],
  });
}
