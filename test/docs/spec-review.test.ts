import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROWS = 165;
const review = readFileSync('docs/spec-review.md', 'utf8');
const rows = [
  ...review.matchAll(/^\| (\d+) \| .+ \| \*\*(exact|beyond|differs|missing)\*\*.* \| (.+) \|$/gm),
].map(([, number, verdict, tests = '']) => ({ number: Number(number), verdict, tests }));
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

it.each(rows)('row $number names a test that exists', ({ tests }) => {
  const files = [...tests.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file]) => `test/${file}`);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
