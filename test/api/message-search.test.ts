import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexBatch, searchMessages } from '../../server/features/messages/index.ts';
import { segmentOf, type Worded, wordsOfMessage } from '../../server/features/messages/search/words.ts';
import { run } from '../../server/kernel/tenancy/rows.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { createWorkspace } from '../helpers/test-server.ts';

const MAYA = '15550100123';
const BRUNO = '5511987650001';
let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(() => rig.stop());

const database = () => rig.server.container.database;
const context = () => rig.server.container.contextFor(rig.workspace.scope);
const search = async (query: Record<string, string>) => {
  const { status, body } = await rig.workspace.dashboard(
    'GET',
    `/search/messages?${new URLSearchParams(query)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Json;
};
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await search(query)).data.map(({ excerpt }: Json) => excerpt.map(({ text }: Json) => text).join(''));

/** Compares the stored words with those of the messages' rows. */
async function expectWordsInStep(): Promise<void> {
  const { key: tenantId } = rig.workspace.scope;
  const rows = await database().select<{ segment: number; word: Buffer; id: Buffer }>(
    'SELECT segment, word, message_id AS id FROM message_words WHERE tenant_id = :tenantId',
    { tenantId },
  );
  const messages = await database().select<Worded>(
    `SELECT id, type, content, caption, filename, created_at AS createdAt FROM messages WHERE tenant_id = :tenantId`,
    { tenantId },
  );
  const wanted = messages.flatMap((message) =>
    wordsOfMessage(message).map(
      (word) => `${segmentOf(message.createdAt)} ${word} ${message.id.toString('hex')}`,
    ),
  );
  const stored = rows.map(({ segment, word, id }) => `${segment} ${word} ${id.toString('hex')}`);
  expect(stored.toSorted()).toEqual(wanted.toSorted());
}

describe('the search of messages', () => {
  it('finds words of both sides without case and accents, newest first, with an excerpt', async () => {
    await rig.hello(MAYA, 'Vocês têm AGULHAS para couro?');
    await rig.hello(BRUNO, 'A confirmação do pedido chegou');
    await rig.send({ contactId: MAYA, type: 'text', content: 'Sim, agulhas de couro tamanho 100' });
    expect(await found({ text: 'agulha' })).toEqual([
      'Sim, agulhas de couro tamanho 100',
      'Vocês têm AGULHAS para couro?',
    ]);
    expect(await found({ text: 'CONFIRMACAO pedido' })).toEqual(['A confirmação do pedido chegou']);
    expect(await found({ text: 'agulha pedido' })).toEqual([]);
    const { data } = await search({ text: 'confirma' });
    expect(data).toMatchObject([
      {
        conversationId: expect.stringMatching(/^cv_/),
        contact: { phone: BRUNO },
        direction: 'inbound',
        author: null,
        excerpt: [
          { text: 'A ', isMatch: false },
          { text: 'confirmação', isMatch: true },
          { text: ' do pedido chegou', isMatch: false },
        ],
      },
    ]);
    expect(await found({ text: '👍' })).toEqual([]);
  });

  it('filters by who wrote, what it is, when, and the state of the conversation', async () => {
    await rig.hello(MAYA, 'see https://example.com/couro');
    expect(await found({ from: MAYA.slice(-7), text: 'couro' })).toEqual([
      'see https://example.com/couro',
      'Vocês têm AGULHAS para couro?',
    ]);
    expect(await found({ from: 'no such person' })).toEqual([]);
    expect(await found({ from: 'me' })).toEqual([]);
    expect(await found({ has: 'link' })).toEqual(['see https://example.com/couro']);
    expect(await found({ has: 'image' })).toEqual([]);
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect(await found({ text: 'confirma', after: hour(-1), before: hour(1) })).toHaveLength(1);
    expect(await found({ text: 'confirma', after: hour(1) })).toEqual([]);
    expect(await found({ text: 'confirma', before: hour(-1) })).toEqual([]);

    const { data } = await search({ text: 'confirma' });
    const label = (await rig.workspace.dashboard('POST', '/labels', { name: 'Big deals' })).body.id;
    const change = { addLabels: [label], status: 'closed' };
    await rig.workspace.dashboard('PATCH', `/conversations/${data[0].conversationId}`, change);
    expect(await found({ label: 'big deals' })).toEqual(['A confirmação do pedido chegou']);
    expect(await found({ label: 'other' })).toEqual([]);
    expect(await found({ is: 'closed' })).toEqual(['A confirmação do pedido chegou']);
    expect(await found({ is: 'open', text: 'confirma' })).toEqual([]);
    expect(await found({ is: 'mine' })).toEqual([]);
    expect(await found({ is: 'unassigned', text: 'couro' })).toHaveLength(3);
    const member = (await rig.workspace.dashboard('GET', '/session')).body.user;
    const mine = await search({ text: 'couro' });
    const assign = { assigneeId: member.id };
    await rig.workspace.dashboard('PATCH', `/conversations/${mine.data[0].conversationId}`, assign);
    expect(await found({ is: 'mine', text: 'couro' })).toHaveLength(3);
  });

  it('finds what is urgent, as the filter of the list does, until it is answered or closed', async () => {
    await rig.workspace.dashboard('PATCH', '/assist', { urgentWords: ['vazando'] });
    const phones = ['15550100771', '15550100772', '15550100773'];
    for (const phone of phones) await rig.hello(phone, 'A torneira está vazando');
    await rig.hello('15550100774', 'A torneira nova é linda');
    const urgent = async () =>
      (await search({ is: 'urgent' })).data.map(({ contact }: Json) => contact.phone.replace('+', ''));
    const listed = async () => {
      const { body } = await rig.workspace.dashboard('GET', '/conversations?view=all&urgent=true');
      return body.data.map(({ contact }: Json) => contact.phone.replace('+', ''));
    };
    expect((await urgent()).toSorted()).toEqual(phones);
    expect((await listed()).toSorted()).toEqual(phones);
    expect(await found({ is: 'urgent', text: 'linda' })).toEqual([]);
    await rig.send({ contactId: '15550100771', type: 'text', content: 'Já vamos ver' });
    const [closed] = (await search({ is: 'urgent', from: '15550100772' })).data;
    await rig.workspace.dashboard('PATCH', `/conversations/${closed.conversationId}`, { status: 'closed' });
    expect(await urgent()).toEqual(['15550100773']);
    expect(await listed()).toEqual(['15550100773']);
    const stranger = await createWorkspace(rig.server);
    expect((await stranger.dashboard('GET', '/search/messages?is=urgent')).body.data).toEqual([]);
  });

  it('pages by cursor, and goes on where the time of a request was over', async () => {
    for (let n = 0; n < 7; n += 1) await rig.hello(MAYA, `paging ${n}`);
    const first = await search({ text: 'paging', limit: '3' });
    const second = await search({ text: 'paging', limit: '3', cursor: first.nextCursor });
    const third = await search({ text: 'paging', limit: '3', cursor: second.nextCursor });
    const texts = [first, second, third].flatMap(({ data }) =>
      data.map((one: Json) => one.excerpt.at(-1).text.trim()),
    );
    expect(texts).toEqual(['6', '5', '4', '3', '2', '1', '0']);
    expect([third.nextCursor, third.isPartial]).toEqual([null, false]);
    const other = await rig.workspace.dashboard(
      'GET',
      `/search/messages?text=hello&cursor=${first.nextCursor}`,
    );
    expect(other.status).toBe(400);

    // Every request stops after one batch of two.
    const cost = { ms: -1, atOnce: 2, statementMs: 2_000 };
    for (const from of [null, { contactIds: [await contactKey(MAYA)], authorIds: [] }]) {
      const filter = {
        from,
        types: null,
        hasLink: false,
        before: null,
        after: null,
        label: null,
        states: [],
        me: null,
      };
      const seen: string[] = [];
      let cursor: string | undefined;
      let rounds = 0;
      do {
        const asked = { text: 'paging', filter, asked: 'x', limit: 20, cursor };
        const page = await searchMessages(context(), asked, cost);
        seen.push(...page.data.map((one) => one.id));
        cursor = page.nextCursor ?? undefined;
        expect(page.isPartial).toBe(cursor !== undefined);
        rounds += 1;
      } while (cursor !== undefined);
      expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
      expect(rounds).toBeGreaterThan(3);
    }
  });

  it('follows edits, hides what the customer deleted, and shows other workspaces nothing', async () => {
    const sent = await rig.hello(MAYA, 'What I said wrongly');
    await post({
      type: 'edit',
      id: 'wamid.edit1',
      edit: {
        original_message_id: sent.platformId,
        message: { type: 'text', text: { body: 'Properly worded' } },
      },
    });
    await eventually(async () => (await found({ text: 'properly' })).length === 1);
    expect(await found({ text: 'wrongly' })).toEqual([]);
    await post({ type: 'revoke', id: 'wamid.revoke1', revoke: { original_message_id: sent.platformId } });
    await eventually(async () => (await found({ text: 'properly' })).length === 0);
    await expectWordsInStep();
    const stranger = await createWorkspace(rig.server);
    const { body } = await stranger.dashboard('GET', '/search/messages?text=couro');
    expect(body.data).toEqual([]);
    expect((await stranger.dashboard('GET', `/search/messages?from=${MAYA}`)).body.data).toEqual([]);
  });

  it('indexes messages from before in batches, with progress, and may repeat', async () => {
    const { scope } = rig.workspace;
    const ctx = { db: database(), scope };
    const [{ n }] = (await database().select<{ n: number }>(
      'SELECT COUNT(*) AS n FROM messages WHERE tenant_id = :tenantId',
      { tenantId: scope.key },
    )) as [{ n: number }];
    await run(ctx, 'DELETE FROM message_words WHERE tenant_id = :tenantId');
    await run(ctx, 'INSERT INTO message_indexing (tenant_id, indexed, total) VALUES (:tenantId, 0, :total)', {
      total: Number(n),
    });
    expect(await found({ text: 'couro' })).toEqual([]);
    expect(await indexBatch(context(), 4)).toBe(true);
    expect((await search({ text: 'x' })).indexing).toEqual({ indexed: 4, total: Number(n) });
    // Stored in the meantime, so it is indexed twice.
    await rig.hello(BRUNO, 'arrived meanwhile');
    while (await indexBatch(context(), 4));
    expect((await search({ text: 'meanwhile' })).indexing).toBeNull();
    expect(await found({ text: 'meanwhile' })).toHaveLength(1);
    await expectWordsInStep();
  });

  it('forgets the words of a deleted contact', async () => {
    const contact = (await rig.workspace.api('GET', `/contacts?search=${MAYA}`)).body.data[0];
    await rig.workspace.api('DELETE', `/contacts/${contact.id}`);
    rig.server.wake();
    await eventually(async () => (await found({ text: 'paging' })).length === 0);
    await eventually(async () => {
      const left = await database().select(
        `SELECT 1 FROM message_words WHERE tenant_id = :tenantId AND word = 'paging' LIMIT 1`,
        { tenantId: rig.workspace.scope.key },
      );
      return left.length === 0;
    });
    await eventually(async () =>
      expectWordsInStep().then(
        () => true,
        () => false,
      ),
    );
    expect(await found({ text: 'confirma' })).toHaveLength(1);
  });
});

async function contactKey(phone: string): Promise<Buffer> {
  const [row] = await database().select<{ id: Buffer }>(
    'SELECT id FROM contacts WHERE tenant_id = :tenantId AND phone = :phone',
    { tenantId: rig.workspace.scope.key, phone },
  );
  return row?.id ?? Buffer.alloc(16);
}

async function post(change: Record<string, unknown>): Promise<void> {
  const message = textMessage(MAYA, '', { text: undefined, ...change });
  expect((await postCallback(rig.server, rig.workspace, envelope({ messages: [message] }))).status).toBe(200);
}
