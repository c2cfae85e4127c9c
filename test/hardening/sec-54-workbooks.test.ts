import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTableFile } from '../../server/flows/contact-files/read/table-file.ts';
import { workbookParts, zipOf } from '../helpers/xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-workbooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads all rows of a workbook; returns how many characters they have. */
async function read(parts: Record<string, string>): Promise<number> {
  const path = join(folder, 'people.xlsx');
  writeFileSync(path, zipOf(parts));
  const file = await openTableFile(path);
  let characters = 0;
  for await (const { cells } of file.rows) characters += cells.join('').length;
  await file.close();
  return characters;
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${['Phone', ...'abcdefghi'].map(text).join('')}</row>`;

it('a workbook whose cells share one text has no more characters than a text file can have', async () => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`;
  const parts = (rows: number) => workbookParts(header + row.repeat(rows), ['a'.repeat(2_000)]);
  expect(await read(parts(100))).toBe(2_000_000);
  // 12 KB, and two gigabytes of rows.
  await expect(read(parts(100_000))).rejects.toMatchObject({
    details: [{ message: 'The workbook is too large when it is unpacked.' }],
  });
});

it('number formats of many brackets take no time', async () => {
  const formats = `<numFmt numFmtId="164" formatCode="${'['.repeat(60_000)}"/>`.repeat(10);
  const parts = workbookParts(`${header}<row>${text('1')}</row>`);
  const before = process.cpuUsage().user;
  await read({ ...parts, 'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts></styleSheet>` });
  // Searched from each bracket to the end, they took more than ten seconds.
  expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(3_000);
});
