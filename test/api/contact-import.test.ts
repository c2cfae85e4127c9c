import { beforeAll, describe, expect, it } from 'vitest';
import { importer } from '../helpers/contact-imports.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
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
  return `+1 555 021 ${String(numbers).padStart(4, '0')}`;
}
const contact = async (phone: string) => (await api('GET', `/contacts/${encodeURIComponent(phone)}`)).body;
const remove = (id: string) => imports.send('DELETE', `/contact-imports/${id}`);

describe('a file with problems', () => {
  it('is checked row by row, imported without them, and undone', async () => {
    const [known, kept, fresh, chatty] = [newPhone(), newPhone(), newPhone(), newPhone()];
    await api('POST', '/contacts', { phone: known, name: 'Old name', tags: ['vip'] });
    await api('POST', '/contacts', { phone: kept, name: 'Same', email: 'same@example.test' });
    const text = [
      'Nome;Telefone;E-mail;Etiquetas;Situação;Consentimento',
      `Ana;${known};ana@example.test;new, vip;quente;sim`,
      `Same;${kept};same@example.test;;;`,
      `Bia;${fresh};;;cliente;não`,
      `Bia again;${fresh.replace(/ /g, '')};;;;`,
      'Nobody;;;;;',
      'Wrong;12;not an address;;lukewarm;perhaps',
      `Clara;${chatty};;;;`,
      '',
    ].join('\r\n');
    const checked = await imports.checked(text);
    expect(checked).toMatchObject({
      ...{ format: 'csv', encoding: 'utf-8', separator: ';', rows: 7, done: 7 },
      mapping: ['name', 'phone', 'email', 'tags', 'status', 'marketing'],
      counts: { new: 2, changed: 1, unchanged: 1, faulty: 2, duplicate: 1, created: 0, updated: 0 },
    });
    expect((await contact(fresh)).error.code).toBe('contact_not_found');
    const problems = await imports.problems(checked.id);
    expect(problems.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome])).toEqual([
      [5, 'duplicate'],
      [6, 'faulty'],
      [7, 'faulty'],
    ]);
    expect(problems[0].problems[0].message).toBe('is the same contact as line 4');
    expect(problems[2].problems.map(({ column }: { column: number }) => column).sort()).toEqual([1, 2, 4, 5]);

    const done = await imports.step(checked.id, 'commit', 'done');
    expect(done.counts).toMatchObject({ created: 2, updated: 1, unchanged: 1, faulty: 2, duplicate: 1 });
    expect(await contact(known)).toMatchObject({
      ...{ name: 'Ana', email: 'ana@example.test', tags: ['vip', 'new'], status: 'hot' },
      ...{ marketing: 'subscribed', marketingSource: 'import' },
    });
    expect(await contact(fresh)).toMatchObject({
      name: 'Bia',
      status: 'customer',
      marketing: 'unsubscribed',
    });

    const { id } = await contact(fresh);
    const timeline = await imports.send('GET', `/contact-timelines/${id}`);
    expect(timeline.body.data).toMatchObject([
      { kind: 'change', automatic: false, changes: [{ field: 'added', before: '', after: 'import' }] },
    ]);
    expect(timeline.body.data[0].author).toBe((await imports.get(checked.id)).createdBy);

    const rejected = await imports.download(`/contact-imports/${checked.id}/rejected`);
    expect(rejected).toContain('Line,Problem,Nome,Telefone');
    expect(rejected).toContain('5,is the same contact as line 4,Bia again');
    expect(rejected.trim().split('\r\n')).toHaveLength(4);

    await api('PATCH', `/contacts/${known}`, { name: 'Renamed since' });
    const undone = await imports.step(checked.id, 'undo', 'undone');
    expect(undone.counts).toMatchObject({ undone: 2, kept: 1 });
    expect(await contact(known)).toMatchObject({
      ...{ name: 'Renamed since', email: null, tags: ['vip'], status: 'cold' },
      ...{ marketing: 'unknown', marketingSource: null },
    });
    for (const phone of [fresh, chatty]) expect((await contact(phone)).error.code).toBe('contact_not_found');
    expect((await api('GET', `/contacts?search=Clara`)).body.data).toEqual([]);
    expect(await imports.problems(checked.id)).toMatchObject([
      { line: 2, problems: [{ message: 'was kept: it was changed after the import' }] },
      { line: 5 },
      { line: 6 },
      { line: 7 },
    ]);
    await remove(checked.id);
  });

  it('is checked again with another mapping, and cannot be committed before', async () => {
    const phone = newPhone();
    const checked = await imports.checked(`Nome,Fone,Outro\nAna,x,${phone}\n`, {
      mapping: ['name', 'phone', null],
    });
    expect(checked.counts).toMatchObject({ new: 0, faulty: 1 });
    const again = await imports.step(checked.id, 'check', 'checked', {
      mapping: ['name', null, 'phone'],
      mode: 'overwrite',
    });
    expect(again.counts).toMatchObject({ new: 1, faulty: 0 });
    await imports.step(checked.id, 'commit', 'done');
    expect((await contact(phone)).name).toBe('Ana');
    for (const step of ['commit', 'cancel'])
      expect((await imports.send('POST', `/contact-imports/${checked.id}/${step}`)).body.error.code).toBe(
        'contact_import_busy',
      );
    const other = { mapping: ['name', null, 'phone'], mode: 'fill' };
    expect((await imports.send('POST', `/contact-imports/${checked.id}/check`, other)).status).toBe(409);
    await remove(checked.id);
  });

  it.each([
    [['name', 'phone'], 'must have an entry for each column'],
    [['phone', 'phone', null], 'is filled by another column'],
    [['phone', 'field:nothing', null], 'is not a field of contacts'],
    [['name', 'tags', null], 'must have the phone number or the email address'],
  ])('a mapping %j is refused', async (mapping, message) => {
    const { body } = await imports.upload('A,B,C\n1,2,3\n');
    const answer = await imports.send('POST', `/contact-imports/${body.id}/check`, { mapping, mode: 'fill' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((one: { message: string }) => one.message)).toContain(message);
    await remove(body.id);
  });
});

describe('what an import does with contacts that there are', () => {
  it('fills what is missing, or skips them, and finds people without a number by email', async () => {
    const [phone, mail] = [newPhone(), 'dora@example.test'];
    await api('POST', '/contacts', { phone, name: 'Dora', email: mail });
    const text = `Name,Email,Tags\nDorothea,${mail},met\nNo one,unknown@example.test,\n`;
    for (const [mode, name, tags] of [
      ['skip', 'Dora', []],
      ['fill', 'Dora', ['met']],
      ['overwrite', 'Dorothea', ['met']],
    ] as const) {
      const checked = await imports.checked(text, { mode });
      expect(checked.counts.faulty).toBe(1);
      await imports.step(checked.id, 'commit', 'done');
      expect(await contact(phone)).toMatchObject({ name, tags });
      await remove(checked.id);
    }
  });

  it('keeps people unsubscribed, and a repeated file changes nothing', async () => {
    const phone = newPhone();
    await api('POST', '/contacts', { phone, marketing: 'unsubscribed' });
    const text = `Name,Phone,Opt-in\nEva,${phone},yes\n`;
    const first = await imports.checked(text);
    await imports.step(first.id, 'commit', 'done');
    expect(await contact(phone)).toMatchObject({ name: 'Eva', marketing: 'unsubscribed' });
    const second = await imports.checked(text);
    expect(second.counts).toMatchObject({ unchanged: 1, new: 0, changed: 0 });
    for (const { id } of [first, second]) await remove(id);
  });

  it('keeps contacts with a conversation when it is undone', async () => {
    const phone = newPhone();
    const checked = await imports.checked(`Name,Phone\nFay,${phone}\n`);
    await imports.step(checked.id, 'commit', 'done');
    const { id } = await contact(phone);
    await rig.workspace.dashboard('POST', `/contacts/${id}/conversation`, {});
    const undone = await imports.step(checked.id, 'undo', 'undone');
    expect(undone.counts).toMatchObject({ undone: 0, kept: 1 });
    expect((await contact(phone)).name).toBe('Fay');
    // With the contact goes what the import holds of it.
    await api('DELETE', `/contacts/${id}`);
    await expect.poll(() => imports.problems(checked.id)).toEqual([]);
    await remove(checked.id);
  });
});

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

describe('access', () => {
  it('is for admins and owners, and for one workspace', async () => {
    const email = 'staff@example.test';
    await rig.workspace.addMember({ name: 'Sam', email, password: OWNER_PASSWORD, role: 'staff' });
    const cookie = await signIn(rig.server, email, OWNER_PASSWORD);
    const asStaff = (method: string, path: string, body?: unknown) =>
      call(`${rig.server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
    const { body } = await imports.upload(`Name,Phone\nAna,${newPhone()}\n`);
    for (const [method, path] of [
      ['GET', '/contact-imports'],
      ['POST', '/contact-imports'],
      ['GET', `/contact-imports/${body.id}`],
      ['POST', '/contact-exports'],
    ] as const)
      expect((await asStaff(method, path, method === 'POST' ? {} : undefined)).status).toBe(403);
    const other = await importer(rig.server, await createWorkspace(rig.server));
    expect((await other.send('GET', `/contact-imports/${body.id}`)).body.error.code).toBe(
      'contact_import_not_found',
    );
    await remove(body.id);
  });
});

describe('an export', () => {
  it('has the contacts that pass the filter, without formulas, and is in the audit log', async () => {
    const [phone, evil] = [newPhone(), newPhone()];
    await api('POST', '/contacts', { phone, name: 'Gil; "G"', tags: ['export me', 'b'] });
    await api('POST', '/contacts', { phone: evil, name: '=HYPERLINK("x")', tags: ['export me'] });
    await api('POST', '/contacts', { phone: newPhone(), name: 'Other' });
    const text = await imports.download('/contact-exports', { tag: 'export me' });
    expect(text.startsWith('\ufeffName,Phone,Email')).toBe(true);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")",+${evil.replace(/\D/g, '')}`);
    expect(lines[2]).toContain('"Gil; ""G""",');
    expect(lines[2]).toContain('"export me, b"');
    const log = await imports.send('GET', '/audit-log');
    expect(log.body.data[0]).toMatchObject({
      action: 'contacts.exported',
      target: { label: 'tag=export me' },
    });
  });

  it('has every value as it is after it is imported again, also those that look like formulas', async () => {
    const [field, phone] = [{ key: 'balance', name: '@Balance', type: 'number' }, newPhone()];
    expect((await rig.workspace.dashboard('POST', '/contact-fields', field)).status).toBe(201);
    const values = { name: '=1+1', tags: ['@trip', '-b'], attributes: { balance: -5 } };
    await api('POST', '/contacts', { phone, ...values });
    const text = await imports.download('/contact-exports', { tag: '@trip' });
    expect(text).toContain("'@Balance");
    expect(text).toMatch(/,-5(,.*)?\r\n$/);
    await api('DELETE', `/contacts/${encodeURIComponent(phone)}`);
    const checked = await imports.checked(text);
    expect(checked.mapping).toContain('field:balance');
    await imports.step(checked.id, 'commit', 'done');
    expect(await contact(phone)).toMatchObject(values);

    // The rows with problems go the same way, when they are corrected.
    const wrong = await imports.checked(`Name,Phone,Status\n'=2+2,${newPhone()},odd\n=3,${newPhone()},odd\n`);
    const rejected = await imports.download(`/contact-imports/${wrong.id}/rejected`);
    expect(rejected).toContain(",'=2+2,");
    const again = await imports.checked(rejected.replaceAll(',odd\r\n', ',hot\r\n'));
    expect(again.counts).toMatchObject({ new: 2, faulty: 0 });
    await imports.step(again.id, 'commit', 'done');
    expect((await api('GET', '/contacts?status=hot&search=2%2B2')).body.data).toMatchObject([
      { name: '=2+2' },
    ]);
    for (const { id } of [checked, wrong, again]) await remove(id);
  });

  it('is a file at an address that cannot be changed and ends', async () => {
    const { body } = await imports.send('POST', '/contact-exports', {});
    const [, , tenant, expires, what, signature] = body.url.split('/');
    for (const path of [
      [tenant, expires, `${what}A`, signature],
      [tenant, String(Number(expires) + 1), what, signature],
      ['0'.repeat(26), expires, what, signature],
      [tenant, expires, what, 'AAAA'],
    ])
      expect((await fetch(`${rig.server.url}/downloads/${path.join('/')}`)).status).toBe(403);
  });

  onlyInSoak(it)('of many pages has every contact once, and can be imported again', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `Row ${index},${newPhone()},many`);
    const checked = await imports.checked(`Name,Phone,Tags\n${rows.join('\n')}\n`);
    const done = await imports.step(checked.id, 'commit', 'done');
    expect(done.counts).toMatchObject({ created: 1_200, faulty: 0 });
    const text = await imports.download('/contact-exports', { tag: 'many' });
    const names = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect(new Set(names).size).toBe(1_200);
    const again = await imports.checked(text);
    expect(again.counts).toMatchObject({ unchanged: 1_200, faulty: 0 });
    await imports.step(checked.id, 'undo', 'undone');
    expect((await api('GET', '/contacts?tag=many')).body.pagination.total).toBe(0);
    for (const { id } of [checked, again]) await remove(id);
  });
});
