import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { linesOf } from './check.ts';

it('only a line feed ends a line, wherever the bytes are cut', async () => {
  const lines = ['one\u2028two\u2029three', '', '😀', 'x'.repeat(200_000), 'a\rb'];
  const bytes = gzipSync(`${lines.join('\n')}\n`);
  const cut = async function* () {
    for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
  };
  const found: string[] = [];
  for await (const line of linesOf(cut())) found.push(line);
  expect(found).toEqual(lines);
});
