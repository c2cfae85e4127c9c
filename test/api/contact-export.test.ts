import { beforeAll, describe, expect, it } from 'vitest';
import { importer } from '../helpers/contact-imports.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
let imports: Awaited<ReturnType<typeof importer>>;
beforeAll(async () => {
  imports = await importer(rig.server, rig.workspace);
});

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
let numbers = 0;
function newPhone(): string {
  numbers += 1;
  return `+1 555 023 ${String(numbers).padStart(4, '0')}`;
}
const contact = async (phone: string) => (await api('GET', `/contacts/${encodeURIComponent(phone)}`)).body;
const remove = (id: string) => imports.send('DELETE', `/contact-imports/${id}`);

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

  it('that fails before its first line is an error, and not a file with an error in it', async () => {
    const { body } = await imports.send('POST', '/contact-exports', {});
    const { database } = rig.server.container;
    await database.run('RENAME TABLE contact_fields TO contact_fields_away');
    const answer = await fetch(`${rig.server.url}${body.url}`).finally(() =>
      database.run('RENAME TABLE contact_fields_away TO contact_fields'),
    );
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect((await fetch(`${rig.server.url}${body.url}`)).headers.get('content-type')).toContain('text/csv');
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
