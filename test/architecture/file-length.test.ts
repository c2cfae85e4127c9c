import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A file holds one idea; one that needs more lines than this holds two. There are no exceptions. */
const LINES_MAX = 250;
const FOLDERS = ['server', 'renderer', 'shared', 'electron'];

const lengthOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** The source files of these folders that have more lines than they may, longest first. */
function tooLong(sources: readonly (readonly [file: string, text: string])[]): string[] {
  return sources
    .map(([file, text]) => ({ file, lines: lengthOf(text) }))
    .filter(({ lines }) => lines > LINES_MAX)
    .toSorted((a, b) => b.lines - a.lines)
    .map(({ file, lines }) => `${file}: ${lines}`);
}

function sourcesOf(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.([cm]?[jt]sx?|css|html)$/.test(file))
    .map((file) => [join(folder, file), readFileSync(join(folder, file), 'utf8')]);
}

it(`no source file has more than ${LINES_MAX} lines`, () => {
  const sources = FOLDERS.flatMap(sourcesOf);
  expect(sources.length).toBeGreaterThan(1_000);
  expect(tooLong(sources)).toEqual([]);
});

it('a file that has one line more is named', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  expect(
    tooLong([
      ['server/enough.ts', lines(LINES_MAX)],
      ['server/much.ts', lines(LINES_MAX + 1)],
      ['renderer/open-end.tsx', `${lines(LINES_MAX + 1)}x`],
    ]),
  ).toEqual([`renderer/open-end.tsx: ${LINES_MAX + 2}`, `server/much.ts: ${LINES_MAX + 1}`]);
});
