import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A file that needs more lines usually has more than one purpose. There are no exceptions. */
const LINES_MAX = 350;
const FOLDERS = ['server', 'renderer', 'shared', 'electron'];

const lengthOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Returns the source files that are too long, longest first. */
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
  const folders = FOLDERS.map(sourcesOf);
  // Otherwise the test would pass for a renamed folder.
  for (const sources of folders) expect(sources.length).toBeGreaterThan(0);
  expect(tooLong(folders.flat())).toEqual([]);
});

it('a file with one line too many is reported', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  expect(
    tooLong([
      ['server/enough.ts', lines(LINES_MAX)],
      ['server/much.ts', lines(LINES_MAX + 1)],
      ['renderer/open-end.tsx', `${lines(LINES_MAX + 1)}x`],
    ]),
  ).toEqual([`renderer/open-end.tsx: ${LINES_MAX + 2}`, `server/much.ts: ${LINES_MAX + 1}`]);
});
