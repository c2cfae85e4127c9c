import { createConnection } from 'mysql2/promise';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { importer } from '../helpers/contact-imports.ts';
import { isOnSeveralNodes } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
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

  it('keeps contacts whose number was corrected, or that others were merged into, when it is undone', async () => {
    const [corrected, early, joined, untouched] = [newPhone(), newPhone(), newPhone(), newPhone()];
    const lines = [corrected, early, joined, untouched].map((phone) => `Gil,${phone}\n`);
    const checked = await imports.checked(`Name,Phone\n${lines.join('')}`);
    await imports.step(checked.id, 'commit', 'done');
    const ids: string[] = [];
    for (const phone of [corrected, early]) {
      const { id } = await contact(phone);
      expect((await api('PATCH', `/contacts/${id}`, { phone: newPhone() })).status).toBe(200);
      ids.push(id);
    }
    // A row as it was stored before it had the number.
    const changed = await rig.server.container.database.run(
      `UPDATE contact_import_rows SET undo_data = JSON_REMOVE(undo_data, '$.after.phone')
       WHERE tenant_id = :tenantId AND contact_id = :id`,
      { tenantId: rig.workspace.scope.key, id: decodeId(ids[1] ?? '') },
    );
    expect(changed).toBe(1);
    const { id: older } = (await api('POST', '/contacts', { phone: newPhone(), name: 'Gil' })).body;
    const { id: target } = await contact(joined);
    expect((await api('POST', `/contacts/${older}/merge`, { into: target })).status).toBe(200);

    const undone = await imports.step(checked.id, 'undo', 'undone');
    expect(undone.counts).toMatchObject({ undone: 1, kept: 3 });
    for (const id of [...ids, target]) expect(await contact(id)).toMatchObject({ id, name: 'Gil' });
    expect((await contact(older)).id).toBe(target);
    expect((await contact(untouched)).error.code).toBe('contact_not_found');
    await remove(checked.id);
  });

  it.skipIf(isOnSeveralNodes)('deletes no conversation that begins while it is undone', async () => {
    const phone = newPhone();
    const checked = await imports.checked(`Name,Phone\nHal,${phone}\n`);
    await imports.step(checked.id, 'commit', 'done');
    const { id } = await contact(phone);
    const waits = (query: string) =>
      eventually(async () => {
        const found = await rig.server.container.database.select(
          `/* system: test */ SELECT 1 FROM information_schema.innodb_trx
           WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE '%${query}%'`,
        );
        return found.length > 0;
      });
    const connection = await createConnection(rig.server.databaseUrl);
    try {
      // Holds the undo up between its look at the conversations and the deletion.
      await connection.beginTransaction();
      await connection.execute('SELECT suffix FROM contact_suffixes WHERE tenant_id = ? FOR UPDATE', [
        rig.workspace.scope.key,
      ]);
      await imports.send('POST', `/contact-imports/${checked.id}/undo`);
      await waits('DELETE FROM contact_suffixes');
      const opening = rig.workspace.dashboard('POST', `/contacts/${id}/conversation`, {});
      await Promise.race([opening, waits('INTO conversations')]);
      await connection.rollback();
      const { status } = await opening;
      await expect
        .poll(async () => (await imports.get(checked.id)).state, { timeout: 60_000 })
        .toBe('undone');
      expect((await contact(phone)).id).toBe(status === 200 ? id : undefined);
    } finally {
      await connection.end();
    }
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
