import { expect, it } from 'vitest';
import { csvLine, plainCell } from './csv-line.ts';

it('lets no spreadsheet run a value, and leaves numbers as they are', () => {
  expect(csvLine(['=1+1', '@vip', '-x', '+SUM(A1)', '\tx', "'=1", "O'Hara", "'n"])).toBe(
    "'=1+1,'@vip,'-x,'+SUM(A1),'\tx,''=1,O'Hara,'n\r\n",
  );
  expect(csvLine(["Ana;=cmd|'/C calc'!A0;"])).toBe('"Ana;=cmd|\'/C calc\'!A0;"\r\n');
  expect(csvLine(['-5', '-0.25', '1e-7', '-1e+21', '+15550100', '12 (3)'])).toBe(
    '-5,-0.25,1e-7,-1e+21,+15550100,12 (3)\r\n',
  );
  expect(csvLine(['-5+cmd', '-2-3', '=-5'])).toBe("'-5+cmd,'-2-3,'=-5\r\n");
});

it('reads each value as it was written', () => {
  for (const cell of ['=1', "'=1", "''@a", '-5', '-a', "'n", "O'Hara", '', "'", '+1 555', '\tx'])
    expect(plainCell(csvLine([cell]).slice(0, -2))).toBe(cell);
});
