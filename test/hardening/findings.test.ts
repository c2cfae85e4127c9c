import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SEC_FINDINGS = Array.from({ length: 60 }, (_, index) => `SEC-${String(index + 1).padStart(2, '0')}`);
/** The failures of the black-box test that the security review left: 1 to 10 have tests of their own. */
const HOLDOUT_FINDINGS = Array.from({ length: 15 }, (_, index) => `holdout-${index + 11}`);

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (SEC|holdout)-/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', threat = '', control = '', test = '']) => ({ number, threat, control, test }));

it('docs/security.md has one row for every finding', () => {
  expect(rows.map((row) => row.number).toSorted()).toEqual([...SEC_FINDINGS, ...HOLDOUT_FINDINGS].toSorted());
});

it.each(rows)('$number names a control, and tests that exist', ({ control, test }) => {
  expect(control).not.toBe('');
  const paths = [...test.matchAll(/`((?:test|server|renderer|electron|shared)\/[^`]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  if (test !== 'open') expect(paths.length > 0 || test.startsWith('none: ')).toBe(true);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
