import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContactAction } from '../../shared/contract/contacts/contacts-page.contract.ts';
import type { ContactStatus } from '../../shared/contract/contacts.contract.ts';
import { CONTACT_STATUSES } from '../../shared/domain/contact-status.ts';
import { importer } from '../helpers/contact-imports.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { connectWorkspace, envelope, postCallback, textMessage } from '../helpers/platform.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

let owner: Awaited<ReturnType<typeof importer>>;
const ids: Record<string, string> = {};
const PEOPLE = [
  { name: 'Çelik', tags: ['old'], status: 'cold' },
  { name: 'Ada', tags: ['old', 'vip'], status: 'hot' },
  { name: '', tags: [], status: 'hot' },
  { name: 'bob', tags: [], status: 'warm' },
];

beforeAll(async () => {
  await connectWorkspace(rig.server, rig.workspace);
  owner = await importer(rig.server, rig.workspace);
  for (const [index, person] of PEOPLE.entries()) {
    const { body } = await rig.workspace.api('POST', '/contacts', {
      phone: `4917120020${index}0`,
      ...person,
    });
    ids[person.name] = body.id;
  }
});

const page = async (query: Record<string, string>) => {
  const { status, body } = await owner.send('GET', `/contact-pages?${new URLSearchParams(query)}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const names = async (query: Record<string, string>) =>
  (await page(query)).data.map(({ name }: { name: string }) => name);
const contact = async (name: string) => (await rig.workspace.api('GET', `/contacts/${ids[name]}`)).body;
const change = (choice: object, wanted: object) =>
  owner.send('POST', '/contact-actions', { choice, change: wanted });
const undo = (id: string) => owner.send('POST', `/contact-actions/${id}/undo`);
/** Waits until an action has a state. */
async function reached(id: string, state: ContactAction['state']): Promise<ContactAction> {
  const find = async () =>
    (await owner.send('GET', '/contact-actions')).body.data.find((one: ContactAction) => one.id === id);
  await expect.poll(async () => (await find()).state, { timeout: 20_000 }).toBe(state);
  return find();
}
/** Waits until so many contacts of all actions are kept, for their undo. */
const expectKept = (count: number) =>
  expect
    .poll(async () => {
      const rows = await rig.server.container.database.select(
        'SELECT 1 AS one FROM contact_action_items WHERE tenant_id = :tenantId',
        { tenantId: rig.workspace.scope.key },
      );
      return rows.length;
    })
    .toBe(count);
const dueNow = () =>
  rig.server.container.database.run(
    "UPDATE jobs SET visible_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND kind = 'run-contact-action'",
    { tenantId: rig.workspace.scope.key },
  );

const says = (phone: string) =>
  postCallback(
    rig.server,
    rig.workspace,
    envelope({ contacts: [{ wa_id: phone }], messages: [textMessage(phone, 'hello')] }),
  );

describe('the page of contacts', () => {
  it('is sorted by name, by when they were added and changed, and says when each last wrote', async () => {
    expect(await names({ sort: 'name', direction: 'asc' })).toEqual(['Ada', 'bob', 'Çelik', '']);
    expect(await names({ sort: 'name', direction: 'desc' })).toEqual(['Çelik', 'bob', 'Ada', '']);
    expect(await names({ sort: 'added', direction: 'asc' })).toEqual(['Çelik', 'Ada', '', 'bob']);
    expect(await names({})).toEqual(['bob', '', 'Ada', 'Çelik']);
    expect(await names({ sort: 'name', direction: 'asc', status: 'hot' })).toEqual(['Ada', '']);
    expect(await names({ sort: 'name', direction: 'asc', limit: '2', page: '2' })).toEqual(['Çelik', '']);
    expect(await names({ sort: 'phone', direction: 'desc' })).toEqual(['bob', '', 'Ada', 'Çelik']);
    expect(await names({ sort: 'phone', direction: 'asc', status: 'hot' })).toEqual(['Ada', '']);
    expect(await names({ sort: 'status', direction: 'asc' })).toEqual(['Çelik', 'bob', 'Ada', '']);
    expect(await names({ sort: 'status', direction: 'desc', limit: '3' })).toEqual(['', 'Ada', 'bob']);
    await rig.workspace.api('PATCH', `/contacts/${ids.Ada}`, { email: 'ada@example.com' });
    expect(await names({ sort: 'changed', direction: 'desc' })).toEqual(['Ada', 'bob', '', 'Çelik']);
    await says('491712002000');
    await expect.poll(async () => (await page({})).seen[ids.Çelik as string]).toMatch(/^20/);
    await says('491712002030');
    await expect.poll(async () => (await page({})).seen[ids.bob as string]).toMatch(/^20/);
    expect((await names({ sort: 'seen', direction: 'desc' })).slice(0, 2)).toEqual(['bob', 'Çelik']);
    expect((await names({ sort: 'seen', direction: 'asc' })).slice(0, 2)).toEqual(['Çelik', 'bob']);
  });
});

describe('an action on many contacts', () => {
  it('adds a tag to those who lack it, and its undo leaves it with those who had it', async () => {
    const { status, body } = await change({ filter: { tag: 'old' } }, { kind: 'add_tags', tags: ['vip'] });
    expect({ status, body }).toMatchObject({ status: 201, body: { total: 2, state: 'running' } });
    expect(await reached(body.id, 'done')).toMatchObject({ done: 2, changed: 1 });
    expect((await contact('Çelik')).tags).toEqual(['old', 'vip']);
    await expectKept(1);
    expect((await undo(body.id)).status).toBe(200);
    expect(await reached(body.id, 'undone')).toMatchObject({ done: 2, changed: 0 });
    expect((await contact('Çelik')).tags).toEqual(['old']);
    expect((await contact('Ada')).tags).toEqual(['old', 'vip']);
    expect((await undo(body.id)).body.error.code).toBe('contact_action_ended');
    await expectKept(0);
  });

  it('sets a status, and its undo leaves contacts that were changed since', async () => {
    const contacts = [ids.Ada, ids.bob, ids.Çelik];
    const { body } = await change({ contacts }, { kind: 'status', status: 'customer' });
    expect(await reached(body.id, 'done')).toMatchObject({ changed: 3 });
    await rig.workspace.api('PATCH', `/contacts/${ids.bob}`, { status: 'cold' });
    await undo(body.id);
    expect(await reached(body.id, 'undone')).toMatchObject({ changed: 1 });
    expect(
      await Promise.all(['Ada', 'bob', 'Çelik'].map(async (name) => (await contact(name)).status)),
    ).toEqual(['hot', 'cold', 'cold']);
  });

  it('deletes after a minute, until which it is undone without a trace', async () => {
    const remove = (choice: object) => owner.send('POST', '/contact-deletions', { choice });
    const first = await remove({ contacts: [ids['']] });
    expect(first).toMatchObject({ status: 201, body: { state: 'waiting', total: 1 } });
    expect((await undo(first.body.id)).body.state).toBe('canceled');
    await dueNow();
    const second = await remove({ filter: { status: 'hot', search: 'Ada' } });
    expect((await contact('Ada')).status).toBe('hot');
    await dueNow();
    expect(await reached(second.body.id, 'done')).toMatchObject({ changed: 1 });
    expect((await rig.workspace.api('GET', `/contacts/${ids.Ada}`)).status).toBe(404);
    expect((await rig.workspace.api('GET', `/contacts/${ids['']}`)).status).toBe(200);
    expect((await undo(second.body.id)).body.error.code).toBe('contact_action_ended');
    await expectKept(0);
  });

  it('needs contacts, and a segment narrows it down', async () => {
    const nobody = await change({ filter: { tag: 'nobody has it' } }, { kind: 'add_tags', tags: ['x'] });
    expect(nobody.body.error.code).toBe('contact_not_found');
    const segment = await rig.workspace.api('POST', '/segments', { name: 'Old', filter: { tag: 'old' } });
    const choice = { segment: segment.body.id, filter: {} };
    const { body } = await change(choice, { kind: 'remove_tags', tags: ['old'] });
    expect(await reached(body.id, 'done')).toMatchObject({ total: 1, changed: 1 });
    await undo(body.id);
    await reached(body.id, 'undone');
    expect((await contact('Çelik')).tags).toEqual(['old']);
  });

  it('exports chosen contacts, and those of a segment', async () => {
    const chosen = await owner.download('/contact-exports', { contacts: [ids.bob] });
    expect(chosen.trim().split('\r\n').slice(1)).toHaveLength(1);
    expect(chosen).toContain('bob,+491712002030');
    const segment = await rig.workspace.api('POST', '/segments', {
      name: 'Cold',
      filter: { status: 'cold' },
    });
    const listed = await owner.download('/contact-exports', { segment: segment.body.id, search: 'elik' });
    expect(listed.trim().split('\r\n').slice(1)).toHaveLength(1);
  });
});

onlyInSoak(describe)('a page of more contacts than are counted', () => {
  it('is in the same orders as one of few', async () => {
    for (let start = 0; start < 1_200; start += 400) {
      const contacts = Array.from({ length: 400 }, (_, index) => ({
        phone: `4917130${10_000 + start + index}`,
        name: (start + index) % 3 === 0 ? '' : `Name ${((start + index) * 7_919) % 1_201}`,
        status: CONTACT_STATUSES[index % 4],
      }));
      expect((await rig.workspace.api('POST', '/contacts/batch', { contacts })).status).toBe(200);
    }
    const walk = async (query: Record<string, string>) => {
      const found: { id: string; name: string; phone: string; status: ContactStatus; updatedAt: string }[] =
        [];
      for (let at = 1; at <= 13; at += 1)
        found.push(...(await page({ ...query, limit: '100', page: String(at) })).data);
      return found;
    };
    // A filter that everybody passes, and no filter.
    for (const filter of [{ blocked: 'false' }, {}] as Record<string, string>[]) {
      for (const direction of ['asc', 'desc'] as const) {
        const sign = direction === 'asc' ? 1 : -1;
        const byName = (await walk({ ...filter, sort: 'name', direction })).map(({ name }) => name);
        const named = byName
          .filter(Boolean)
          .map((name) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
        expect(byName.length).toBeGreaterThan(1_200);
        expect(named).toEqual(named.toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
        expect(byName.slice(0, named.length).every(Boolean)).toBe(true);
        const added = (await walk({ ...filter, sort: 'added', direction })).map(({ id }) => id);
        expect(added).toEqual(added.toSorted((a, b) => sign * (a < b ? -1 : 1)));
        const phones = (await walk({ ...filter, sort: 'phone', direction })).map(({ phone }) => phone);
        expect(phones).toHaveLength(added.length);
        expect(phones).toEqual(phones.toSorted((a, b) => sign * (a < b ? -1 : 1)));
        const rated = await walk({ ...filter, sort: 'status', direction });
        expect(new Set(rated.map(({ id }) => id)).size).toBe(added.length);
        const ranks = rated.map(({ status }) => CONTACT_STATUSES.indexOf(status));
        expect(ranks).toEqual(ranks.toSorted((a, b) => sign * (a - b)));
        const changed = (await walk({ ...filter, sort: 'changed', direction })).map((one) => one.updatedAt);
        expect(changed).toEqual(changed.toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
        const seen = (await walk({ ...filter, sort: 'seen', direction })).map(({ id }) => id);
        expect(new Set(seen).size).toBe(added.length);
        const first = direction === 'asc' ? [ids.Çelik, ids.bob] : [ids.bob, ids.Çelik];
        expect(seen.slice(0, 2)).toEqual(first);
      }
    }
  });
});

describe('the timeline of a contact', () => {
  it('has long values cut between characters, not in one', async () => {
    const phone = '491712009999';
    const { body: created } = await rig.workspace.api('POST', '/contacts', { phone });
    // The 200th unit is the first half of the emoji.
    const tags = ['a', 'b', 'c'].map((letter) => letter.repeat(50)).concat(`${'d'.repeat(43)}😀`);
    const changed = await rig.workspace.api('PATCH', `/contacts/${phone}`, { tags });
    expect({ status: changed.status, tags: changed.body.tags }).toEqual({ status: 200, tags });
    const { body } = await owner.send('GET', `/contact-timelines/${created.id}`);
    expect(JSON.stringify(body)).toContain(`${'d'.repeat(43)}"`);
  });

  it('has messages, notes, and changes with who made them, newest first and page by page', async () => {
    const { body: created } = await rig.workspace.api('POST', '/contacts', {
      phone: '491712009990',
      name: 'Tim',
    });
    await says('491712009990');
    const read = async (query = '') =>
      (await owner.send('GET', `/contact-timelines/${created.id}${query}`)).body;
    await expect.poll(async () => (await read()).data.length).toBe(2);
    const opened = await rig.workspace.dashboard('POST', `/contacts/${created.id}/conversation`);
    const note = { clientId: randomUUID(), content: 'Call back on Monday' };
    const added = await rig.workspace.dashboard('POST', `/conversations/${opened.body.id}/notes`, note);
    expect({ added }).toMatchObject({ added: { status: 201 } });
    await owner.send('PATCH', `/contacts/${created.id}`, { name: 'Timothy', status: 'hot' });
    const { data } = await read();
    expect(data).toMatchObject([
      {
        kind: 'change',
        automatic: false,
        changes: [
          { field: 'name', before: 'Tim', after: 'Timothy' },
          { field: 'status', before: 'cold', after: 'hot' },
        ],
      },
      { kind: 'note', text: 'Call back on Monday' },
      expect.objectContaining({ kind: expect.stringMatching('message|change') }),
      expect.objectContaining({ kind: expect.stringMatching('message|change') }),
    ]);
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'message', direction: 'inbound', text: 'hello', author: null }),
    );
    const creation = { field: 'added', before: '', after: 'request' };
    expect(data.slice(2)).toContainEqual(
      expect.objectContaining({ automatic: false, author: expect.any(String), changes: [creation] }),
    );
    expect(data[0].author).not.toBeNull();
    const first = await read('?limit=2');
    expect(first.data).toEqual(data.slice(0, 2));
    const second = await read(`?limit=2&cursor=${first.nextCursor}`);
    expect(second).toEqual({ data: data.slice(2), nextCursor: null });
    expect((await read('?kind=note')).data).toEqual(data.slice(1, 2));
    // A cursor belongs to the list that it came from.
    const { status } = await owner.send(
      'GET',
      `/contact-timelines/${created.id}?kind=note&cursor=${first.nextCursor}`,
    );
    expect(status).toBe(400);
  });

  it('has the files of a contact, newest first and page by page, and none of others', async () => {
    const phones = ['491712009970', '491712009971'] as const;
    const sends = (phone: string, file: string) =>
      postCallback(
        rig.server,
        rig.workspace,
        envelope({
          contacts: [{ wa_id: phone }],
          messages: [
            {
              ...textMessage(phone, ''),
              type: 'document',
              text: undefined,
              document: { id: randomUUID(), mime_type: 'application/pdf', filename: `${file}.pdf` },
            },
          ],
        }),
      );
    for (const file of ['first', 'second', 'third']) await sends(phones[0], file);
    await sends(phones[1], 'of another contact');
    const list = async (query = '') => (await owner.send('GET', `/contact-files/${phones[0]}${query}`)).body;
    await expect.poll(async () => (await list()).data?.length).toBe(3);
    const names = ({ data }: { data: { filename: string }[] }) => data.map(({ filename }) => filename);
    const newest = await list('?limit=2');
    expect(newest.data[0]).toMatchObject({
      kind: 'document',
      direction: 'inbound',
      mimeType: 'application/pdf',
    });
    const rest = await list(`?limit=2&cursor=${newest.nextCursor}`);
    expect([...names(newest), ...names(rest)]).toEqual(['third.pdf', 'second.pdf', 'first.pdf']);
    expect(rest.nextCursor).toBeNull();
    expect((await owner.send('GET', '/contact-files/491712009979')).status).toBe(404);
  });
});

describe('contacts that may be the same person', () => {
  it('are found by address, and by name with the last digits; a merge takes the values that were chosen', async () => {
    const create = async (body: object) => (await rig.workspace.api('POST', '/contacts', body)).body;
    const one = await create({
      phone: '4917120055501',
      name: 'Same',
      email: 'same@example.com',
      status: 'hot',
    });
    const two = await create({ phone: '4917120055502', name: 'Other', email: 'Same@example.com' });
    const three = await create({ phone: '541123455777', name: 'Ana María' });
    const four = await create({ phone: '5211123455777', name: 'ana maria' });
    await create({ phone: '5511987650001', name: 'Ana Maria' });
    const { data, isCut } = (await owner.send('GET', '/contact-duplicates')).body;
    expect(isCut).toBe(false);
    const found = data.map(({ reason, contacts }: { reason: string; contacts: { id: string }[] }) => ({
      reason,
      ids: contacts.map(({ id }) => id),
    }));
    expect(found).toEqual([
      { reason: 'email', ids: [one.id, two.id] },
      { reason: 'name', ids: [three.id, four.id] },
    ]);
    // Different people are no possible duplicates, until someone else joins them or it is taken back.
    const groups = async () =>
      (await owner.send('GET', '/contact-duplicates')).body.data.map(
        ({ contacts }: { contacts: { id: string }[] }) => contacts.map(({ id }) => id),
      );
    const mark = (contacts: string[], distinct: boolean) =>
      owner.send('PUT', '/contact-duplicates', { contacts, distinct });
    expect((await mark([four.id, three.id], true)).body).toEqual({ distinct: true });
    expect((await mark([three.id, four.id], true)).status).toBe(200);
    expect(await groups()).toEqual([[one.id, two.id]]);
    const third = await create({ phone: '4917120055503', email: 'same@example.com' });
    await mark([one.id, two.id, third.id], true);
    expect(await groups()).toEqual([]);
    await rig.workspace.api('DELETE', `/contacts/${third.id}`);
    expect(await groups()).toEqual([[one.id, two.id]]);
    await mark([three.id, four.id], false);
    expect(await groups()).toEqual([
      [one.id, two.id],
      [three.id, four.id],
    ]);
    expect((await mark([one.id, third.id], true)).body.error.code).toBe('contact_not_found');

    const merged = await rig.workspace.api('POST', `/contacts/${one.id}/merge`, {
      into: two.id,
      take: ['name', 'status', 'phone', 'field:unknown'],
    });
    expect(merged.body).toMatchObject({
      ...{ id: two.id, name: 'Same', status: 'hot', phone: '4917120055501', email: 'same@example.com' },
    });
    const wrong = await rig.workspace.api('POST', `/contacts/${three.id}/merge`, {
      into: four.id,
      take: ['tags'],
    });
    expect(wrong.status).toBe(400);
  });
});
