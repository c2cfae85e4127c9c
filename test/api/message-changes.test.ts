import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { createWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const api = (path: string) => messaging.workspace.api('GET', path);
const run = (sql: string, bindings: Record<string, string | number> = {}) =>
  messaging.server.container.database.run(`/* system: test */ ${sql}`, {
    ...bindings,
    tenantId: messaging.workspace.scope.key,
  });

/** Reads all changes from a query on; returns the messages of each page, and where to continue. */
async function changes(query: string): Promise<{ data: Json[]; cursor: string }> {
  const data: Json[] = [];
  let path = `/messages?${query}`;
  for (;;) {
    const { status, body } = await api(path);
    expect(status).toBe(200);
    data.push(...body.data);
    if (!body.hasMore) return { data, cursor: body.cursor };
    path = `/messages?limit=2&cursor=${body.cursor}`;
  }
}

it('a message is found by its id, also at the address of histories', async () => {
  const { id } = await messaging.hello('15550190001', 'find me');
  for (const path of [`/messages/${id}/details`, `/messages/${id}`])
    expect(await api(path)).toMatchObject({ status: 200, body: { id, content: 'find me' } });
  for (const path of ['/messages/msg_nonsense/details', '/messages/msg_00000000000000000000000000'])
    expect((await api(path)).body.error.code).toBe('message_not_found');
  const stranger = await createWorkspace(messaging.server);
  expect((await stranger.api('GET', `/messages/${id}`)).body.error.code).toBe('message_not_found');
  expect((await stranger.api('GET', '/messages')).body.data).toEqual([]);
});

it('the Link header leads through the changes and through a search, and ends with them', async () => {
  const phone = '15550190009';
  for (const text of ['linked one', 'linked two', 'linked three']) await messaging.hello(phone, text);
  const { server, workspace } = messaging;
  for (const query of ['limit=2', 'limit=2&search=linked']) {
    const seen: string[] = [];
    let next: string | undefined = `${server.url}/api/v1/messages?${query}`;
    for (let pages = 0; next !== undefined && pages < 50; pages += 1) {
      const response: Response = await fetch(next, { headers: { authorization: `Bearer ${workspace.key}` } });
      seen.push(...((await response.json()) as Json).data.map(({ content }: Json) => content));
      const [, link] =
        /^<[^>]+(\/api\/v1\/[^>]+)>; rel="next"$/.exec(response.headers.get('Link') ?? '') ?? [];
      next = link === undefined ? undefined : `${server.url}${link}`;
    }
    expect(next).toBeUndefined();
    expect(seen).toEqual(expect.arrayContaining(['linked one', 'linked two', 'linked three']));
  }
});

it('new messages and their changes come in order, each once in a page, and a cursor continues', async () => {
  const since = new Date().toISOString();
  const phone = '15550190002';
  const hello = await messaging.hello(phone, 'one');
  const { body: sent } = await messaging.send({ contactId: phone, type: 'text', content: 'two' });
  await eventually(async () => (await messaging.message(phone, sent.id)).status === 'delivered');
  const first = await changes(`since=${since}&limit=2`);
  expect(new Set(first.data.map(({ id }) => id))).toEqual(new Set([hello.id, sent.id]));
  expect(first.data.at(-1)).toMatchObject({ id: sent.id, status: 'delivered' });
  // Events that are about no message may move the cursor.
  expect((await changes(`cursor=${first.cursor}`)).data).toEqual([]);

  await messaging.workspace.api('POST', `/messages/${hello.id}/reaction`, { emoji: '👍' });
  const third = await messaging.hello(phone, 'three');
  const next = await changes(`cursor=${first.cursor}`);
  expect(next.data.map(({ id }) => id)).toEqual(expect.arrayContaining([hello.id, third.id]));
  expect(next.data.every(({ id }) => id !== sent.id)).toBe(true);
  const inbound = (await api(`/messages?direction=inbound&since=${since}&limit=100`)).body.data;
  expect(inbound.map(({ direction }: Json) => direction)).not.toContain('outbound');
});

it('without a time it begins with the earliest change, and a deleted contact leaves no trace', async () => {
  const phone = '15550190003';
  const { id, contact } = await messaging.hello(phone, 'forget me');
  expect((await changes('limit=100')).data.map((one) => one.id)).toContain(id);
  await messaging.workspace.api('DELETE', `/contacts/${contact}`);
  expect((await changes('limit=100')).data.map((one) => one.id)).not.toContain(id);
});

it('names deleted contacts and canceled messages, so that a copy can follow, and none with a search', async () => {
  const [phone, other] = ['15550190005', '15550190006'];
  const since = new Date().toISOString();
  const { contact } = await messaging.hello(phone, 'delete me');
  await messaging.hello(other, 'write to me later');
  const { body: later } = await messaging.send({
    ...{ contactId: other, type: 'text', content: 'later' },
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const { cursor } = await changes(`since=${since}`);
  expect((await messaging.workspace.api('DELETE', `/messages/${later.id}`)).status).toBe(200);
  await messaging.workspace.api('DELETE', `/contacts/${contact}`);
  const found = { contacts: [] as string[], messages: [] as string[] };
  for (let next: string | null = cursor; next !== null; ) {
    const { body } = await api(`/messages?limit=1&cursor=${next}`);
    found.contacts.push(...body.deletions.contacts);
    found.messages.push(...body.deletions.messages);
    next = body.hasMore ? body.cursor : null;
  }
  expect([new Set(found.contacts), found.messages]).toEqual([new Set([contact]), [later.id]]);
  const searched = await api('/messages?search=later');
  expect(searched.body.deletions).toEqual({ contacts: [], messages: [] });
});

it('changes end before a time, in any number of pages', async () => {
  const phone = '15550190004';
  const since = new Date().toISOString();
  const before = await messaging.hello(phone, 'before the end');
  await eventually(async () => new Date() > new Date(before.createdAt));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const until = new Date().toISOString();
  const after = await messaging.hello(phone, 'after the end');
  const idsOf = async (query: string) => (await changes(query)).data.map(({ id }) => id);
  expect(await idsOf(`since=${since}&until=${until}&limit=100`)).toEqual([before.id]);
  const { body } = await api(`/messages?since=${since}&until=${until}&limit=1`);
  expect((await api(`/messages?until=${until}&cursor=${body.cursor}`)).body).toMatchObject({
    ...{ data: [], hasMore: false },
  });
  // Without the end, the cursor goes on.
  expect(await idsOf(`cursor=${body.cursor}`)).toEqual([after.id]);
  const wrong = await api(`/messages?since=${until}&until=${since}`);
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'since']);
});

it('a search finds messages of all contacts by their words, newest first, page by page', async () => {
  const found: Json[] = [];
  for (const [index, text] of ['Pelargonien, rot', 'pélargonien weiß', 'other flowers'].entries())
    found.push(await messaging.hello(`1555019001${index}`, text));
  const { body: answer } = await messaging.send({
    ...{ contactId: '15550190010', type: 'text', content: 'Our pelargonien are sold out' },
  });
  // Its last change: a message that two reads return in between would differ.
  await eventually(async () => (await messaging.message('15550190010', answer.id))?.status === 'delivered');
  const search = async (query: string): Promise<Json> => {
    const { status, body } = await api(`/messages?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return { ...body, ids: body.data.map(({ id }: Json) => id) };
  };
  const [red, white] = found.map(({ id }) => id);
  expect(await search('search=pelarg')).toMatchObject({ ids: [answer.id, white, red], hasMore: false });
  expect((await search('search=PELARGONIEN&direction=inbound')).ids).toEqual([white, red]);
  expect((await search('search=pelargonien+sold&direction=outbound')).ids).toEqual([answer.id]);
  expect((await search('search=pelargonien+flowers')).ids).toEqual([]);
  expect((await search(`search=pelargonien&until=${answer.createdAt}`)).ids).toEqual([white, red]);
  expect((await search(`search=pelargonien&since=${answer.createdAt}`)).ids).toEqual([answer.id]);
  expect((await search('search=pelargonien')).data[0]).toEqual(
    await messaging.message('15550190010', answer.id),
  );

  const ids: string[] = [];
  let page = await search('search=pelargonien&limit=1');
  for (let rounds = 0; rounds < 5; rounds += 1) {
    ids.push(...page.ids);
    const more = page.hasMore;
    page = await search(`search=pelargonien&limit=1&cursor=${page.cursor}`);
    if (!more) break;
  }
  expect(ids).toEqual([answer.id, white, red]);
  // The cursor of the end stays there, and fits no other search and no feed.
  expect(page).toMatchObject({ ids: [], hasMore: false });
  for (const query of ['search=other', 'search=pelargonien&direction=inbound', 'limit=1'])
    expect((await api(`/messages?${query}&cursor=${page.cursor}`)).body.error.details[0].path).toBe('cursor');
  const signs = await api(`/messages?search=${encodeURIComponent('!?')}`);
  expect(signs.body.error.details).toEqual([{ path: 'search', message: 'must have a letter or a digit' }]);
  expect((await api('/messages?search=')).status).toBe(200);
  const stranger = await createWorkspace(messaging.server);
  expect((await stranger.api('GET', '/messages?search=pelargonien')).body.data).toEqual([]);
});

it('changes that are no longer stored are an error that says so', async () => {
  const { cursor } = (await api('/messages?limit=1')).body;
  const recent = (await changes('limit=100')).cursor;
  await run(
    'UPDATE events SET created_at = created_at - INTERVAL 8 DAY WHERE tenant_id = :tenantId AND seq <= 8',
  );
  await run('DELETE FROM events WHERE tenant_id = :tenantId AND seq <= 8');
  for (const query of ['since=2020-01-01T00:00:00Z', `cursor=${cursor}`]) {
    const { status, body } = await api(`/messages?${query}`);
    expect([status, body.error.code]).toEqual([410, 'changes_expired']);
  }
  expect((await api(`/messages?cursor=${recent}`)).status).toBe(200);
  expect((await api('/messages')).status).toBe(200);
  const bad = (await api('/messages?since=yesterday&direction=up&cursor=x')).body.error.details;
  expect(bad.map(({ path }: Json) => path)).toEqual(['since', 'direction']);
});
