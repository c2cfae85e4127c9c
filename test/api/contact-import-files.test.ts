import { beforeAll, describe, expect, it } from 'vitest';
import { importer } from '../helpers/contact-imports.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';
import { oldWorkbook, pdf } from '../helpers/wrong-files.ts';
import { workbookParts, zipOf } from '../helpers/xlsx.ts';

const rig = setUpWorkspace();
let imports: Awaited<ReturnType<typeof importer>>;
beforeAll(async () => {
  imports = await importer(rig.server, rig.workspace);
});

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
let numbers = 0;
function newPhone(): string {
  numbers += 1;
  return `+1 555 022 ${String(numbers).padStart(4, '0')}`;
}
const contact = async (phone: string) => (await api('GET', `/contacts/${encodeURIComponent(phone)}`)).body;
const remove = (id: string) => imports.send('DELETE', `/contact-imports/${id}`);

describe('files', () => {
  it.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1'), 'windows-1252'],
  ])('in %s are understood', async (_, encode, encoding) => {
    const phone = newPhone();
    const { body } = await imports.upload(encode(`Nome\tTelefone\r\n"José ""Zé"" São\tJoão"\t${phone}\r\n`));
    expect(body).toMatchObject({ encoding, separator: 'tab', rows: 1, mapping: ['name', 'phone'] });
    expect(body.columns[0].samples).toEqual(['José "Zé" São\tJoão']);
    await remove(body.id);
  });

  it('in XLSX have numbers, dates, shared texts and values of formulas', async () => {
    const phone = newPhone().replace(/\D/g, '');
    await rig.workspace.dashboard('POST', '/contact-fields', {
      key: 'birthday',
      name: 'Birthday',
      type: 'date',
    });
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Phone</t></is></c><c r="C1" t="s"><v>1</v></c></row>',
      `<row r="3"><c r="A3" t="str"><f>CONCAT("A","na")</f><v>Ana &amp; Co</v></c><c r="B3"><v>${Number(phone).toExponential(12)}</v></c><c r="C3" s="1"><v>45000</v></c></row>`,
    ].join('');
    const checked = await imports.checked(zipOf(workbookParts(rows, ['Name', 'Birthday'])));
    expect(checked).toMatchObject({
      format: 'xlsx',
      encoding: null,
      mapping: ['name', 'phone', 'field:birthday'],
    });
    expect(await imports.problems(checked.id)).toEqual([]);
    await imports.step(checked.id, 'commit', 'done');
    expect(await contact(phone)).toMatchObject({
      name: 'Ana & Co',
      attributes: { birthday: '2023-03-15' },
    });
    await remove(checked.id);
  });

  it('show the beginning of a long text, also where it would end within an emoji', async () => {
    const note = `${'x'.repeat(79)}😀 and more`;
    const { status, body } = await imports.upload(`Phone,Note\n${newPhone()},${note}\n`);
    expect([status, body.columns?.[1].samples]).toEqual([201, ['x'.repeat(79)]]);
    await remove(body.id);
  });

  it.each(['99999999999', '1e999', '-3', '2.5'])(
    'in XLSX may number a row %s: rows are counted then',
    async (r) => {
      const rows = [
        '<row r="1"><c t="inlineStr"><is><t>Phone</t></is></c></row>',
        `<row r="${r}"><c t="inlineStr"><is><t>not a number</t></is></c></row>`,
      ].join('');
      const checked = await imports.checked(zipOf(workbookParts(rows)));
      expect((await imports.problems(checked.id)).map(({ line }: { line: number }) => line)).toEqual([2]);
      await remove(checked.id);
    },
  );

  const wideRow = `<row r="1">${'<c t="inlineStr"><is><t>a</t></is></c>'.repeat(200_000)}</row>`;
  const wide = `${'a,'.repeat(200_000)}z\n1,2\n`;
  it.each([
    ['200,000 columns', wide, 'Line 1 has more than 100 columns.'],
    ['200,000 columns in a workbook', zipOf(workbookParts(wideRow)), 'Line 1 has more than 100 columns.'],
    ['a PDF', pdf, 'The file is a PDF. Upload the contacts as CSV or XLSX.'],
    [
      'a workbook of Excel 97',
      oldWorkbook,
      'The file is an old Excel workbook (.xls). Save it as XLSX or CSV, then upload that file.',
    ],
    [
      'an open quotation mark',
      'Name,Phone\n"Ana,1\nBia,2\n',
      'The quotation mark that opens a value on line 2 is never closed.',
    ],
    [
      'an open quotation mark before much text',
      `Name,Phone\n"Ana,1\n${'Bia,2\n'.repeat(9_000)}`,
      /^Line 2, column 1 has more than/,
    ],
    ['two columns of one name', 'Phone,phone\n1,2\n', 'Two columns have the name phone. Rename one of them.'],
    [
      'no header',
      'Ana,+5511999990000\nBia,+5511999990001\n',
      'The first row must have the names of the columns.',
    ],
    ['no rows', 'Name,Phone\n\n , \n', 'The file has no rows below the names of its columns.'],
    ['nothing', ' \n', 'The file has no rows below the names of its columns.'],
    ['NUL bytes', 'Name,Phone\nA\0na,1\n', 'The file is not a CSV file: it has bytes that no text has.'],
    [
      'a cut workbook',
      zipOf(workbookParts('<row r="1"/>')).subarray(0, 300),
      'The file is not a complete XLSX workbook.',
    ],
    ['an archive that is no workbook', zipOf({ 'a.txt': 'a' }), 'The file is not a complete XLSX workbook.'],
    [
      'an attribute without end',
      zipOf(workbookParts(`<row r="${'A'.repeat(2_000_000)}"/>`)),
      'The workbook is too large when it is unpacked.',
    ],
    [
      'attributes without end',
      zipOf(workbookParts(`<row ${Array.from({ length: 50_000 }, (_, at) => `a${at}=""`).join(' ')}/>`)),
      'The workbook is too large when it is unpacked.',
    ],
    [
      'elements in each other without end',
      zipOf(workbookParts('<row>'.repeat(50_000))),
      'The workbook is too large when it is unpacked.',
    ],
    [
      'millions of empty texts',
      zipOf({
        ...workbookParts('<row r="1"/>'),
        'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(2_600_000)}</sst>`,
      }),
      'The workbook is too large when it is unpacked.',
    ],
    ['broken XML', zipOf(workbookParts('<row r="1"><c>')), 'The file is not a complete XLSX workbook.'],
    [
      'entities that grow',
      zipOf({
        ...workbookParts('<row r="1"><c t="inlineStr"><is><t>&big;</t></is></c></row>'),
        'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY big "aaaaaaaa">]><sst><si><t>&big;</t></si></sst>',
      }),
      'The file is not a complete XLSX workbook.',
    ],
    [
      'a part that is larger than it says',
      zipOf(workbookParts('<row r="1"/>'.repeat(1_000)), { 'xl/worksheets/people.xml': 10 }),
      'The file is not a complete XLSX workbook.',
    ],
    [
      'a part that unpacks to 500 MB',
      zipOf(workbookParts(''), { 'xl/worksheets/people.xml': 500_000_000 }),
      'The workbook is too large when it is unpacked.',
    ],
    [
      'a bomb of shared texts',
      zipOf(
        workbookParts(
          '<row r="1"/>',
          Array.from({ length: 30 }, () => 'a'.repeat(1_000_000)),
        ),
      ),
      'The workbook is too large when it is unpacked.',
    ],
    [
      'a row of 11 long values',
      `Phone${','.repeat(10)}\n${`${'a'.repeat(2_000)},`.repeat(11)}\n`,
      'Line 2 has more than 20000 characters.',
    ],
  ])('with %s are refused, and nothing is stored', async (_, bytes, message) => {
    const { status, body } = await imports.upload(bytes);
    expect({ status, code: body.error?.code }).toEqual({ status: 422, code: 'import_file_invalid' });
    expect(body.error.details[0].message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect((await imports.send('GET', '/contact-imports')).body.data).toEqual([]);
    const { database } = rig.server.container;
    await expect
      .poll(() =>
        database.select('SELECT 1 AS one FROM contact_import_rows WHERE tenant_id = :tenantId', {
          tenantId: rig.workspace.scope.key,
        }),
      )
      .toEqual([]);
  });

  it('that are too large or too many are refused', async () => {
    const { status, body } = await imports.upload(Buffer.alloc(25_000_001, 'a'));
    expect([status, body.error.details[0].message]).toEqual([422, 'The file is larger than 25 MB.']);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => imports.upload(`Name,Phone\n${index},${newPhone()}\n`)),
    );
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(refused.map((answer) => answer.body.error.code)).toEqual([
      'import_limit_reached',
      'import_limit_reached',
    ]);
    for (const answer of answers) if (answer.status === 201) await remove(answer.body.id);
  });

  it('have rows with too many values, and texts that cannot be stored, as problems', async () => {
    const checked = await imports.checked(
      `Name,Phone\nDoe, Jane,${newPhone()}\n"a\u0007b",${newPhone()}\n${'x'.repeat(300)},${newPhone()}\n`,
    );
    expect(checked.counts).toMatchObject({ faulty: 3, new: 0 });
    await remove(checked.id);
  });
});
