import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isTransient } from '../../server/db/database-errors.ts';
import { readRecentMessages } from '../../server/features/assist/retrieval/conversations-read.repository.ts';
import { requestRebuild } from '../../server/features/insights/index.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { isSimulatedPhone } from '../../shared/domain/rehearsal/rehearsal.ts';
import { createInsightSteps } from '../helpers/insights.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn, startTestServer } from '../helpers/test-server.ts';
import { startWebhookReceiver } from '../helpers/webhook-receiver/index.ts';

let messaging: Messaging;
let me: string;
beforeAll(async () => {
  messaging = await startMessaging({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  me = (await dashboard('GET', '/colleagues')).body.data[0].id;
});
afterAll(async () => {
  await messaging.stop();
  expect(trippedStatements).toEqual([]);
});
afterEach(async () => {
  for (const { id, isRunning } of (await dashboard('GET', '/rehearsals')).body.data)
    if (isRunning) await dashboard('POST', `/rehearsals/${id}/stop`);
});

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const start = (scripts: string[], more: object = {}) =>
  dashboard('POST', '/rehearsals', {
    ...{ scripts, language: 'en', pace: 'busy', minutes: 10, memberIds: [me] },
    ...more,
  });
const read = async (id: string): Promise<Json> => (await dashboard('GET', `/rehearsals/${id}`)).body;
const customerOf = async (id: string, script: string): Promise<Json> =>
  (await read(id)).customers.find((one: Json) => one.script === script);

const run = (sql: string, bindings: Record<string, unknown> = {}) =>
  messaging.server.container.database.run(sql, {
    ...bindings,
    t: messaging.workspace.scope.key,
  } as never);

/** Makes the next steps of all customers due. Workers change the same rows, so it may be the victim of a deadlock. */
function hurry(): Promise<void> {
  // The pause after the last line stays: the line has to arrive before its conversation is closed.
  return tryRun(`UPDATE rehearsal_customers SET due_at = UTC_TIMESTAMP(3)
    WHERE tenant_id = :t AND due_at < UTC_TIMESTAMP(3) + INTERVAL 9 SECOND
      AND NOT (final IS NOT NULL AND next_lines = '[]')`);
}

async function tryRun(sql: string): Promise<void> {
  await run(sql).catch(ignoreTransient);
}

function ignoreTransient(error: unknown): void {
  if (!isTransient(error)) throw error;
}

/** Lets customers take their next steps at once, until something is so. */
function soon<T>(check: () => Promise<T | undefined | null | false>): Promise<T> {
  return eventually(async () => {
    await hurry();
    messaging.server.wake();
    return check();
  });
}

/** Ends the pause after the last line of each customer whose lines have all arrived. */
async function endPauses(id: string): Promise<void> {
  for (const { conversationId, messages } of (await read(id)).customers) {
    if (!conversationId) continue;
    const phone = (await readConversation(conversationId)).contact.phone.replace('+', '');
    if ((await textsOf(phone, 'inbound')).length < messages) continue;
    await run(
      `UPDATE rehearsal_customers SET due_at = UTC_TIMESTAMP(3)
       WHERE tenant_id = :t AND phone = :phone AND final IS NOT NULL AND next_lines = '[]' AND due_at IS NOT NULL`,
      { phone },
    ).catch(ignoreTransient);
  }
}

/** Waits until a rehearsal has ended, and returns it. */
function whenEnded(id: string): Promise<Json> {
  return soon(async () => {
    const found = await read(id);
    if (!found.isRunning) return found;
    await endPauses(id);
    return null;
  });
}

/** Waits until a customer has written, and returns the conversation. */
async function conversationOf(id: string, script: string, messages = 1): Promise<Json> {
  const customer = await soon(async () => {
    const found = await customerOf(id, script);
    return found.conversationId && found.messages >= messages ? found : null;
  });
  return readConversation(customer.conversationId);
}

async function readConversation(id: string): Promise<Json> {
  return (await dashboard('GET', `/conversations/${id}`)).body.conversation;
}

const say = (conversationId: string, content: string) =>
  dashboard('POST', `/conversations/${conversationId}/messages`, { clientId: randomUUID(), content });
/** Returns the texts of a thread in their order. */
const textsOf = async (phone: string, direction: string): Promise<string[]> =>
  (await messaging.history(phone))
    .filter((message: Json) => message.direction === direction)
    .toReversed()
    .map(({ content, caption }: Json) => content ?? caption);

describe('a rehearsal', () => {
  it('is answered to the end: the customer asks, reacts, thanks, and the result says so', async () => {
    const { status, body: rehearsal } = await start(['late_order']);
    expect(status, JSON.stringify(rehearsal)).toBe(201);
    expect(rehearsal).toMatchObject({ isRunning: true, ended: null, members: [{ id: me }] });
    const conversation = await conversationOf(rehearsal.id, 'late_order', 2);
    const { phone } = conversation.contact;
    expect(isSimulatedPhone(phone)).toBe(true);
    expect(conversation.contact.name).toBe('Rachel Moore');
    await soon(async () => {
      const { assignee } = await readConversation(conversation.id);
      return assignee?.id === me;
    });

    await say(conversation.id, 'Hi Rachel! What is the number of your order?');
    await soon(async () => (await textsOf(phone, 'inbound')).includes('The order number is 48213.'));
    await say(conversation.id, 'Thank you. It arrives on Thursday.');
    await soon(async () => (await textsOf(phone, 'inbound')).includes('And why is it so late?'));
    await say(
      conversation.id,
      'It was held up by the carrier, {{reason}}. I have attached the receipt, Tom.',
    );
    const ended = await whenEnded(rehearsal.id);
    expect(ended.ended).toBe('done');
    await expect
      .poll(async () => (await textsOf(phone, 'inbound')).at(-1))
      .toBe('Ok, thank you for checking.');
    const [customer] = ended.customers;
    expect(customer).toMatchObject({
      ...{ outcome: 'reached', answers: 3, misses: 0, nudges: 0, rude: 0, messages: 5 },
      questions: [
        { question: 'delivery_day', isAnswered: true },
        { question: 'delay_reason', isAnswered: true },
      ],
    });
    expect(customer.details).toContainEqual({ detail: 'order_number', isAsked: true });
    expect(customer.details).toContainEqual({ detail: 'address', isAsked: false });
    expect(customer.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'placeholder', text: '{{reason}}' }),
        expect.objectContaining({ kind: 'attachment' }),
      ]),
    );
    expect(customer.firstResponseSeconds).toBeGreaterThanOrEqual(0);
    expect((await readConversation(conversation.id)).status).toBe('closed');
    const { data } = (await dashboard('GET', '/rehearsals')).body;
    expect(data[0]).toMatchObject({ id: rehearsal.id, customers: 1, reached: 1, isRunning: false });
    const actions = (await dashboard('GET', '/audit-log')).body.data.map(({ action }: Json) => action);
    expect(actions).toContain('rehearsal.started');
  });

  onlyInSoak(it)('writes in Portuguese, and sends a photo', async () => {
    const { body } = await start(['damage_photo'], { language: 'pt' });
    const { contact } = await conversationOf(body.id, 'damage_photo', 2);
    await expect
      .poll(() => textsOf(contact.phone, 'inbound'))
      .toEqual(['O espelho chegou assim.', 'O que vocês vão fazer?']);
    const photo = (await messaging.history(contact.phone)).at(-1);
    expect(photo.type).toBe('image');
  });

  it('is stopped: nobody writes any more, and the conversations are closed', async () => {
    const { body } = await start(['price', 'opening_hours']);
    const conversation = await conversationOf(body.id, 'price');
    const stopped = (await dashboard('POST', `/rehearsals/${body.id}/stop`)).body;
    expect(stopped).toMatchObject({ ended: 'stopped', isRunning: false });
    expect(stopped.customers.map(({ outcome }: Json) => outcome)).toEqual(['stopped', 'stopped']);
    expect((await readConversation(conversation.id)).status).toBe('closed');
    const [row] = await messaging.server.container.database.select<{ n: number }>(
      'SELECT COUNT(*) AS n FROM rehearsal_customers WHERE tenant_id = :t AND due_at IS NOT NULL',
      { t: messaging.workspace.scope.key },
    );
    expect(Number(row?.n)).toBe(0);
    // Stopping twice changes nothing.
    expect((await dashboard('POST', `/rehearsals/${body.id}/stop`)).body.endedAt).toBe(stopped.endedAt);
  });

  it('ends when its time is up', async () => {
    const { body } = await start(['price']);
    await conversationOf(body.id, 'price');
    await run('UPDATE rehearsals SET ends_at = UTC_TIMESTAMP(3) WHERE tenant_id = :t AND id = :id', {
      id: decodeId(body.id),
    });
    const ended = await soon(async () => {
      const found = await read(body.id);
      return found.isRunning ? null : found;
    });
    expect(ended).toMatchObject({ ended: 'time_up', customers: [{ outcome: 'time_up' }] });
  });

  it('goes on when a customer is not answered: they ask, ask again, and leave', async () => {
    const { body } = await start(['angry_refund']);
    const { contact } = await conversationOf(body.id, 'angry_refund', 2);
    const ended = await soon(async () => {
      await tryRun(
        `UPDATE rehearsal_customers SET wrote_at = wrote_at - INTERVAL 1 HOUR
         WHERE tenant_id = :t AND next_lines = '[]'`,
      );
      await endPauses(body.id);
      const found = await read(body.id);
      return found.isRunning ? null : found;
    });
    expect(ended.customers).toMatchObject([{ outcome: 'gave_up', nudges: 2, answers: 0 }]);
    expect((await textsOf(contact.phone, 'inbound')).slice(2)).toEqual([
      'Hello? Is anyone working there?',
      'This is unbelievable. Answer me!',
      'Never mind, this takes too long. I will try elsewhere.',
    ]);
  });

  it('is deleted with its contacts, once it has ended', async () => {
    const { body } = await start(['price']);
    const { contact } = await conversationOf(body.id, 'price');
    expect((await dashboard('DELETE', `/rehearsals/${body.id}`)).body.error.code).toBe('rehearsal_running');
    await dashboard('POST', `/rehearsals/${body.id}/stop`);
    expect((await dashboard('DELETE', `/rehearsals/${body.id}`)).body).toMatchObject({ deleted: true });
    expect((await dashboard('GET', `/rehearsals/${body.id}`)).status).toBe(404);
    expect((await messaging.workspace.api('GET', `/contacts/${contact.id}`)).status).toBe(404);
  });

  onlyInSoak(it)('survives a contact that was deleted', async () => {
    const { body } = await start(['price']);
    const { contact } = await conversationOf(body.id, 'price');
    await soon(async () => (await customerOf(body.id, 'price')).conversationId !== null);
    await soon(async () => {
      const [row] = await messaging.server.container.database.select<{ progress: string }>(
        `SELECT JSON_EXTRACT(progress, '$.isAssigned') AS progress FROM rehearsal_customers
         WHERE tenant_id = :t AND rehearsal_id = :id`,
        { t: messaging.workspace.scope.key, id: decodeId(body.id) },
      );
      return String(row?.progress) === 'true';
    });
    expect((await messaging.workspace.api('DELETE', `/contacts/${contact.id}`)).status).toBe(200);
    const ended = await soon(async () => {
      const found = await read(body.id);
      return found.isRunning ? null : found;
    });
    expect(ended.customers).toMatchObject([{ outcome: 'deleted', conversationId: null }]);
  });
});

describe('what is written', () => {
  it('is in the inbox once, when a server was killed after it had written and before it had noted that', async () => {
    const { body } = await start(['late_order']);
    const { contact } = await conversationOf(body.id, 'late_order', 2);
    const key = decodeId(body.id);
    // As a killed server leaves it: the second line is written, and still stored as the next one.
    await run(
      `UPDATE rehearsal_customers SET next_lines = :lines, due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND
       WHERE tenant_id = :t AND rehearsal_id = :key`,
      {
        key,
        lines: JSON.stringify([{ text: 'My order should have arrived on Monday. When will it be here?' }]),
      },
    );
    await soon(async () => {
      const { messages } = await customerOf(body.id, 'late_order');
      return messages === 2;
    });
    expect(await textsOf(contact.phone, 'inbound')).toHaveLength(2);
    expect(
      (await messaging.phone(contact.phone)).filter(({ from }: Json) => from === 'customer'),
    ).toHaveLength(2);
  });

  onlyInSoak(it)('is written once by two servers, and goes on when one of them ends', async () => {
    const { server, platform } = messaging;
    const second = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1' }, server);
    let isSecondUp = true;
    try {
      const { body } = await start(['late_order', 'wrong_item', 'price', 'address']);
      for (const script of ['late_order', 'wrong_item', 'price', 'address']) {
        const wake = setInterval(() => second.wake(), 20);
        const count = script === 'price' ? 1 : 2;
        const { contact } = await conversationOf(body.id, script, count);
        clearInterval(wake);
        const texts = await textsOf(contact.phone, 'inbound');
        expect(new Set(texts).size).toBe(texts.length);
      }
      await second.stop();
      isSecondUp = false;
      const price = await conversationOf(body.id, 'price');
      await say(price.id, 'It costs $480.');
      await soon(async () => (await textsOf(price.contact.phone, 'inbound')).includes('And how can I pay?'));
    } finally {
      if (isSecondUp) await second.stop();
    }
  });

  onlyInSoak(it)('is not sent to endpoints', async () => {
    const receiver = await startWebhookReceiver();
    const made = await dashboard('POST', '/webhook-endpoints', { url: `${receiver.url}/in` });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { body } = await start(['price']);
    const conversation = await conversationOf(body.id, 'price');
    await say(conversation.id, 'It is $480, and you can pay by card.');
    await whenEnded(body.id);
    await messaging.hello('15550187777', 'a real one');
    const bodies = () => receiver.at('/in').map((request) => String(request.body));
    await eventually(async () => bodies().some((one) => one.includes('15550187777')));
    expect(bodies().filter((one) => one.includes(conversation.contact.phone))).toEqual([]);
    await receiver.stop();
    await dashboard('DELETE', `/webhook-endpoints/${made.body.endpoint.id}`);
  });

  it('counts in no figure, also after a rebuild and after a deletion', async () => {
    const { server, workspace } = messaging;
    const steps = createInsightSteps(server, workspace);
    const figures = async () => {
      await steps.whenCounted();
      const { body } = await workspace.api('GET', '/insights?days=2');
      const { messagesReceived, messagesSent, conversationsOpened, firstResponse, waiting, members } = body;
      return { messagesReceived, messagesSent, conversationsOpened, firstResponse, waiting, members };
    };
    const before = await figures();
    const { body } = await start(['late_order']);
    const conversation = await conversationOf(body.id, 'late_order', 2);
    expect((await figures()).waiting).toEqual(before.waiting);
    await say(conversation.id, 'It arrives on Thursday. It was held up by the carrier.');
    await whenEnded(body.id);
    expect(await figures()).toEqual(before);
    await requestRebuild(steps.ctx);
    expect(await figures()).toEqual(before);
    await dashboard('DELETE', `/rehearsals/${body.id}`);
    await eventually(async () => (await steps.messageRows(conversation.contact.id)) === 0);
    await requestRebuild(steps.ctx);
    expect(await figures()).toEqual(before);
  });

  it('teaches the assistant nothing', async () => {
    const { body: reply } = await dashboard('POST', '/saved-replies', {
      ...{ name: 'Table', content: 'The oak table costs $480. You can pay by card or bank transfer.' },
    });
    const { body } = await start(['price']);
    const conversation = await conversationOf(body.id, 'price');
    const sent = await dashboard('POST', `/conversations/${conversation.id}/messages`, {
      ...{ clientId: randomUUID(), content: reply.content, savedReply: { id: reply.id } },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const examples = async () => {
      const [row] = await messaging.server.container.database.select<{ n: number }>(
        'SELECT COUNT(*) AS n FROM reply_examples WHERE tenant_id = :t',
        { t: messaging.workspace.scope.key },
      );
      return Number(row?.n);
    };
    expect(await examples()).toBe(0);
    // The same at a real customer teaches something.
    await messaging.hello('15550187778', 'how much is the oak table?');
    const { data } = (await dashboard('GET', '/conversations?search=15550187778')).body;
    await dashboard('POST', `/conversations/${data[0].id}/messages`, {
      ...{ clientId: randomUUID(), content: reply.content, savedReply: { id: reply.id } },
    });
    expect(await examples()).toBe(1);
    const ctx = messaging.server.container.contextFor(messaging.workspace.scope);
    const read = await readRecentMessages(ctx, new Date(Date.now() - 3_600_000));
    const simulated = decodeId(conversation.contact.id).toString('hex');
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(({ contactId }) => contactId.toString('hex') === simulated)).toEqual([]);
  });
});

describe('who may', () => {
  it('start one: staff for themselves only, and nobody twice at a time', async () => {
    const { server, workspace } = messaging;
    const email = 'staff@rehearsal.test';
    const member = await workspace.addMember({
      ...{ name: 'Sol', email, password: OWNER_PASSWORD, role: 'staff' },
    });
    const headers = { cookie: await signIn(server, email, OWNER_PASSWORD) };
    const asStaff = (method: string, path: string, body?: object) =>
      call(`${server.url}/api/dashboard${path}`, { method, headers, ...(body && { body }) });
    const input = { scripts: ['price'], language: 'en', pace: 'calm', minutes: 10 };
    expect((await asStaff('POST', '/rehearsals', { ...input, memberIds: [me] })).status).toBe(403);
    const own = await asStaff('POST', '/rehearsals', { ...input, memberIds: [member.id] });
    expect(own.status).toBe(201);
    expect((await start(['price'], { memberIds: [member.id] })).body.error.code).toBe(
      'rehearsal_limit_reached',
    );
    const { body: others } = await start(['price']);
    expect((await asStaff('GET', `/rehearsals/${others.id}`)).status).toBe(404);
    expect((await asStaff('POST', `/rehearsals/${others.id}/stop`)).status).toBe(404);
    const seen = (await asStaff('GET', '/rehearsals')).body.data.map(({ id }: Json) => id);
    expect(seen).toEqual([own.body.id]);
    expect((await dashboard('GET', `/rehearsals/${own.body.id}`)).status).toBe(200);
  });

  it('see one: nobody of another workspace', async () => {
    const { body } = await start(['price']);
    const other = await createWorkspace(messaging.server);
    for (const [method, path] of [
      ['GET', `/rehearsals/${body.id}`],
      ['POST', `/rehearsals/${body.id}/stop`],
      ['DELETE', `/rehearsals/${body.id}`],
    ] as const)
      expect((await other.dashboard(method, path)).status).toBe(404);
    expect((await other.dashboard('GET', '/rehearsals')).body).toEqual({ obstacle: 'no_number', data: [] });
    const stranger = (await other.dashboard('GET', '/colleagues')).body.data[0].id;
    expect((await start(['price'], { memberIds: [stranger] })).status).toBe(404);
  });
});

it('refuses to start at a real number, and ends when the number is no longer the test number', async () => {
  const real = await startTestServer({ GRAPH_URL: messaging.platform.url }, messaging.server);
  try {
    const headers = { cookie: await signIn(real, messaging.workspace.email, OWNER_PASSWORD) };
    const url = `${real.url}/api/dashboard/rehearsals`;
    expect((await call(url, { headers })).body.obstacle).toBe('real_number');
    const input = { scripts: ['price'], language: 'en', pace: 'busy', minutes: 10, memberIds: [me] };
    const refused = await call(url, { method: 'POST', headers, body: input });
    expect(refused.body.error.code).toBe('rehearsal_not_possible');
  } finally {
    await real.stop();
  }
  const { body } = await start(['price']);
  await run(`UPDATE rehearsals SET number_id = '1' WHERE tenant_id = :t AND id = :id`, {
    id: decodeId(body.id),
  });
  const ended = await soon(async () => {
    const found = await read(body.id);
    return found.isRunning ? null : found;
  });
  expect(ended).toMatchObject({ ended: 'number_changed', customers: [{ outcome: 'stopped', messages: 0 }] });
});

it('names the field that is wrong', async () => {
  const cases: [object, string][] = [
    [{ scripts: [] }, 'scripts'],
    [{ scripts: ['price', 'price'] }, 'scripts'],
    [{ scripts: ['unknown'] }, 'scripts.0'],
    [{ memberIds: [] }, 'memberIds'],
    [{ minutes: 5 }, 'minutes'],
  ];
  for (const [more, path] of cases) {
    const { status, body } = await start(['price'], more);
    expect(status).toBe(400);
    expect(body.error.details[0].path, JSON.stringify(body)).toBe(path);
  }
});
