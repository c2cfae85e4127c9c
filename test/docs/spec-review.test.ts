import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROWS = 165;
const review = readFileSync('docs/spec-review.md', 'utf8');
const rows = [
  ...review.matchAll(
    /^\| (\d+) \| .+ \| (exact|beyond|differs|missing) \| \*\*(exact|beyond|differs|missing)\*\*.* \| (.+) \|$/gm,
  ),
].map(([, number, before, verdict, tests = '']) => ({ number: Number(number), before, verdict, tests }));
const count = (wanted: string) => rows.filter(({ verdict }) => verdict === wanted).length;

it('the review of the specification has every row once, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
});

it('the sums of its verdicts are right, here and in the list of features', () => {
  const [exact, beyond, differs] = ['exact', 'beyond', 'differs'].map(count);
  const differ = differs === 1 ? 'differs' : 'differ';
  expect(count('missing')).toBe(0);
  const text = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ');
  expect(text('docs/spec-review.md')).toContain(
    `${exact} are exact, ${beyond} beyond and ${differs} ${differ}, of ${ROWS}; none is missing`,
  );
  expect(text('docs/features.md')).toContain(
    `Of the ${ROWS} rows of the [interface specification](spec-review.md), ${exact} are exact, ${beyond} go beyond it and ${differs} ${differ}.`,
  );
});

/** A file with tests, and the name of one of them where a row has it. */
const CITED = /`([\w/.-]+\.ts)`(?: “([^”]+)”)?/g;

it.each(rows)('row $number names files and tests that exist', ({ tests }) => {
  const cited = [...tests.matchAll(CITED)].map(([, file, name]) => ({ file: `test/${file}`, name }));
  expect(cited.length).toBeGreaterThan(0);
  expect(tests.replace(CITED, '').replace(/[, ]/g, ''), 'nothing else is in the column').toBe('');
  expect(cited.filter(({ file }) => !existsSync(file))).toEqual([]);
  expect(cited.filter(({ file, name }) => name !== undefined && !hasTest(file, name))).toEqual([]);
});

it('a row that was not there, or was different, names the test that shows what it is now', () => {
  const changed = rows.filter(({ before }) => before === 'differs' || before === 'missing');
  expect(changed.length).toBeGreaterThan(10);
  expect(changed.filter(({ tests }) => !tests.includes('“')).map(({ number }) => number)).toEqual([]);
});

const hasTest = (file: string, name: string) => readFileSync(file, 'utf8').includes(`('${name}'`);
