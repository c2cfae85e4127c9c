import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestRebuild } from '../../server/features/insights/index.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import type { Insights } from '../../shared/contract/public/insights.contract.ts';
import { createInsightSteps } from '../helpers/insights.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { addTemplate } from '../helpers/templates.ts';
import { bearer, call, createWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
let steps: ReturnType<typeof createInsightSteps>;
beforeAll(async () => {
  messaging = await startMessaging();
  steps = createInsightSteps(messaging.server, messaging.workspace);
});
afterAll(async () => {
  await messaging.stop();
  expect(trippedStatements).toEqual([]);
});

const dashboard = (...request: Parameters<Messaging['workspace']['dashboard']>) =>
  messaging.workspace.dashboard(...request);

const says = (content: string) => ({ content, clientId: randomUUID() });

async function conversationOf(phone: string): Promise<{ id: string; contactId: string }> {
  const { body } = await messaging.workspace.api('GET', `/conversations?limit=100`);
  const found = body.data.find(({ contact }: { contact: { phone: string } }) => contact.phone === phone);
  return { id: found.id, contactId: found.contact.id };
}

/** Returns the figures once everything that happened until now is counted. */
async function figures(query = ''): Promise<Insights> {
  await steps.whenCounted();
  const { status, body } = await messaging.workspace.api('GET', `/insights${query}`);
  expect(status).toBe(200);
  return body;
}

it('counts what happens in conversations, and lists the conversations behind each figure', async () => {
  const ada = '15550170001';
  await messaging.hello(ada, 'Are you open?');
  const { id, contactId } = await conversationOf(ada);
  await dashboard('POST', `/conversations/${id}/messages`, says('Yes, until six.'));
  await messaging.hello(ada, 'Thanks');
  await dashboard('PATCH', `/conversations/${id}`, { status: 'closed' });
  await messaging.hello(ada, 'One more question');
  await messaging.workspace.api('POST', '/contacts', { name: 'Refused', phone: '15550131026' });
  const refused = await messaging.send({ contactId: '15550131026', type: 'text', content: 'Hello?' });
  expect(refused.status).toBe(201);
  await eventually(async () => (await messaging.history('15550131026'))[0]?.status === 'failed');

  const body = await figures();
  expect(body).toMatchObject({
    ...{ timeZone: 'UTC', isBuilding: false, interval: 'day' },
    messagesReceived: { value: 3, previous: 0 },
    messagesSent: { value: 2, previous: 0 },
    // The customer's twice, and the one that a program began.
    conversationsOpened: { value: 3, previous: 0 },
    conversationsClosed: { value: 1, previous: 0 },
    windowsLost: { value: 0, previous: 0 },
    failedSends: { value: 1, previous: 0 },
    firstResponse: { count: 1, previous: { count: 0, medianSeconds: null } },
    resolution: { count: 1 },
    failedReasons: [{ code: '131026', value: 1, previous: 0 }],
    members: [{ messagesSent: 1, firstResponses: 1, openConversations: 0 }],
  });
  expect(body.points).toHaveLength(7);
  expect(body.points.at(-1)).toMatchObject({ messagesReceived: 3, messagesSent: 2, failedSends: 1 });
  expect(body.open.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0]);

  expect(body.waiting).toEqual({ count: 1, isCapped: false, since: expect.any(String) });

  const behind = async (query: string) => {
    const { status, body } = await dashboard('GET', `/insights/conversations?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  expect(await behind('figure=waiting')).toMatchObject([
    { conversationId: id, contact: { id: contactId }, at: body.waiting.since, member: null },
  ]);
  expect(await behind('figure=conversations_closed')).toMatchObject([
    { conversationId: id, contact: { id: contactId, phone: ada }, reason: null },
  ]);
  const [member] = body.members;
  expect(await behind(`figure=first_response&memberId=${member?.id}`)).toMatchObject([
    { conversationId: id, member: { name: member?.name } },
  ]);
  expect(await behind('figure=failed_sends&reason=131026')).toMatchObject([
    { contact: { phone: '15550131026' }, reason: '131026' },
  ]);
  expect(await behind('figure=failed_sends&reason=131000')).toEqual([]);
  expect(await behind('figure=messages_received')).toMatchObject([{ conversationId: id }]);
  expect(await behind(`figure=messages_sent&memberId=${member?.id}`)).toMatchObject([{ conversationId: id }]);
  expect(await behind('figure=open&age=under_1h')).toHaveLength(2);
  expect(await behind('figure=open&age=over_7d')).toEqual([]);

  // The hour of a chart: that of the failure, and one that nothing happened in.
  const [failed] = await behind('figure=failed_sends');
  const hour = new Date(Math.floor(Date.parse(failed.at) / 3_600_000) * 3_600_000);
  const earlier = new Date(hour.getTime() - 3_600_000);
  expect(await behind(`figure=failed_sends&hour=${hour.toISOString()}`)).toHaveLength(1);
  expect(await behind(`figure=failed_sends&hour=${earlier.toISOString()}`)).toEqual([]);
  expect(await behind(`figure=messages_received&hour=${earlier.toISOString()}`)).toEqual([]);
  expect(await behind('figure=failed_sends&hour=2020-01-01T00:00:00.000Z')).toEqual([]);

  const first = await dashboard('GET', '/insights/conversations?figure=conversations_opened&limit=2');
  const cursor = encodeURIComponent(first.body.nextCursor);
  const next = await behind(`figure=conversations_opened&limit=2&cursor=${cursor}`);
  expect([first.body.data.length, next.length]).toEqual([2, 1]);
  const other = await dashboard('GET', `/insights/conversations?figure=open&limit=2&cursor=${cursor}`);
  expect(other.status).toBe(400);
  // A space that is not in ASCII, as the column of codes is.
  const unknown = await dashboard('GET', '/insights/conversations?figure=failed_sends&reason=%C2%A0');
  expect([unknown.status, unknown.body.error.details[0]?.path]).toEqual([400, 'reason']);
}, 60_000);

it('counts the answer that a conversation is closed with, while it can still be undone', async () => {
  const before = (await figures()).firstResponse.count;
  const phone = '15550170031';
  await messaging.hello(phone, 'Are you open?');
  const { id } = await conversationOf(phone);
  const held = await dashboard('POST', `/conversations/${id}/messages`, { ...says('Yes.'), hold: true });
  await dashboard('PATCH', `/conversations/${id}`, { status: 'closed' });
  await figures();
  expect((await dashboard('POST', `/messages/${held.body.id}/send-now`)).status).toBe(200);
  expect((await figures()).firstResponse.count).toBe(before + 1);
  // The customer has had their answer.
  await dashboard('POST', `/conversations/${id}/messages`, says('Until six.'));
  expect((await figures()).firstResponse.count).toBe(before + 1);
});

it('takes back a failure when the platform delivers the message after all', async () => {
  const before = (await figures()).failedSends.value;
  const phone = '15550170002';
  await messaging.hello(phone);
  const { body } = await messaging.send({ contactId: phone, type: 'text', content: 'Hello' });
  const message = await eventually(async () => {
    const found = await messaging.message(phone, body.id);
    return found?.status === 'delivered' || found?.status === 'read' ? found : undefined;
  });
  // As when both reports come, in this order: the row keeps the time of the failure.
  await messaging.server.container.database.run(
    `UPDATE messages SET status = 'sent', status_rank = 2, delivered_at = NULL, read_at = NULL
     WHERE tenant_id = :tenantId AND platform_id = :platformId`,
    { tenantId: messaging.workspace.scope.key, platformId: message.platformId },
  );
  await steps.report(message.platformId, 'failed', '131000');
  await eventually(async () => (await figures()).failedSends.value === before + 1);
  await steps.report(message.platformId, 'delivered');
  await eventually(async () => (await figures()).failedSends.value === before);
}, 30_000);

it('counts a reply window that closes while the customer waits, once', async () => {
  const before = (await figures()).windowsLost.value;
  await messaging.hello('15550170003', 'Anyone there?');
  await messaging.hello('15550170004', 'Hello');
  const { id } = await conversationOf('15550170004');
  await dashboard('POST', `/conversations/${id}/messages`, says('Hi'));
  await steps.whenCounted();
  messaging.server.passTime(25 * 3_600);
  const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 10);
  const facts = async () => (await steps.facts()).filter(({ kind }) => kind === 'lost');
  // Those of the tests before wait, too.
  const waiting = await eventually(async () => {
    const lost = await facts();
    return lost.length > before ? lost : undefined;
  });
  await steps.whenCounted();
  messaging.server.wake();
  await steps.whenCounted();
  expect(await facts()).toHaveLength(waiting.length);
  const { body } = await dashboard('GET', `/insights/conversations?figure=windows_lost&to=${tomorrow}`);
  const phones = body.data.map(({ contact }: { contact: { phone: string } }) => contact.phone);
  expect(phones).not.toContain('15550170004');
  messaging.server.passTime(-25 * 3_600);
}, 30_000);

it('keeps the figures of a deleted contact, and nothing of the contact', async () => {
  const phone = '15550170005';
  await messaging.hello(phone, 'Forget me');
  const { id, contactId } = await conversationOf(phone);
  await dashboard('POST', `/conversations/${id}/messages`, says('We will.'));
  await dashboard('PATCH', `/conversations/${id}`, { status: 'closed' });
  const before = await figures();
  expect((await messaging.workspace.api('DELETE', `/contacts/${contactId}`)).status).toBe(200);
  const after = await figures();
  expect({ ...after, open: [] }).toEqual({ ...before, open: [] });
  expect(await steps.mentions(contactId)).toBe(0);
  expect(await steps.mentions(id)).toBe(0);
  await eventually(async () => (await steps.messageRows(contactId)) === 0);

  await requestRebuild(steps.ctx);
  const rebuilt = await figures();
  expect({ ...rebuilt, open: [] }).toEqual({ ...before, open: [] });
}, 30_000);

it('moves what is kept of a merged contact', async () => {
  const [from, to] = ['15550170006', '15550170007'] as const;
  await messaging.hello(from, 'Two numbers');
  await messaging.hello(to, 'Two numbers');
  const source = await conversationOf(from);
  const target = await conversationOf(to);
  await steps.whenCounted();
  const merged = await messaging.workspace.api('POST', `/contacts/${source.contactId}/merge`, {
    into: target.contactId,
  });
  expect(merged.status, JSON.stringify(merged.body)).toBe(200);
  await steps.whenCounted();
  expect(await steps.mentions(source.contactId)).toBe(0);
  const { body } = await dashboard('GET', '/insights/conversations?figure=conversations_opened&limit=100');
  const mine = body.data.filter(
    ({ contact }: { contact: { id: string } }) => contact.id === target.contactId,
  );
  expect(mine).toHaveLength(2);
}, 30_000);

it('has the results of broadcasts, as a plain count of their messages has them', async () => {
  await addTemplate(messaging.platform, { name: 'news' });
  await dashboard('POST', '/template-sync');
  await eventually(async () => {
    const { body } = await messaging.workspace.api('GET', '/templates?search=news');
    return body.data.length > 0;
  });
  // Three get it, two fail with codes of their own, one is left out; one of the three writes back.
  const people = ['15550174001', '15550174002', '15550174003', '15550131026', '15550131049'];
  for (const phone of [...people, '15550174009']) {
    await messaging.workspace.api('POST', '/contacts', { phone });
    const changes = { addTags: ['news'], blocked: phone === '15550174009' };
    expect((await messaging.workspace.api('PATCH', `/contacts/${phone}`, changes)).status).toBe(200);
  }
  const template = { name: 'news', language: 'en' };
  const { body: made } = await messaging.workspace.api('POST', '/broadcasts', {
    ...{ name: 'Spring', template, audience: { tag: 'news' } },
  });
  const { database } = messaging.server.container;
  const count = async () => {
    const rows = await database.select<{ status: string; n: number }>(
      `SELECT status, COUNT(*) AS n FROM messages WHERE tenant_id = :t AND broadcast_id = :id GROUP BY status`,
      { t: messaging.workspace.scope.key, id: decodeId(made.id) },
    );
    const of = (...statuses: string[]) =>
      rows.reduce((sum, row) => (statuses.includes(row.status) ? sum + Number(row.n) : sum), 0);
    return {
      sent: of('sent', 'delivered', 'read'),
      ...{ delivered: of('delivered', 'read'), read: of('read'), failed: of('failed') },
    };
  };
  await eventually(async () => {
    const { sent, failed } = await count();
    return sent + failed === people.length;
  }, 30_000);
  await messaging.hello(people[0] ?? '', 'Thank you');
  const shown = await eventually(async () => {
    const [broadcast] = (await figures('?days=2')).broadcasts;
    const counted = await count();
    return (
      broadcast?.replied === 1 && isDeepStrictEqual({ ...broadcast, ...counted }, broadcast) && broadcast
    );
  }, 60_000);
  expect(shown).toMatchObject({ id: made.id, name: 'Spring', recipients: 5, sent: 3, failed: 2, replied: 1 });
  // A period before it began has none.
  expect((await figures('?from=2025-01-01&to=2025-01-31')).broadcasts).toEqual([]);
}, 120_000);

it('has the usage of models, as a sum of the days of its keys, and compares a day that is under way with a part of one', async () => {
  const { database } = messaging.server.container;
  const other = await createWorkspace(messaging.server);
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const rows = [messaging.workspace, other].flatMap(({ scope }, index) =>
    [0, 1].flatMap((key) =>
      // More days than the period and the one before it have.
      Array.from({ length: 20 }, (_, ago) => ({
        ...{ tenantId: scope.key, keyId: Buffer.alloc(16, 1 + index * 2 + key), ago, day: dayOf(ago) },
        ...{
          requests: 3 + ago * 7 + key,
          promptTokens: 100 + ago * ago,
          completionTokens: 10 + 1_000 * index,
        },
      })),
    ),
  );
  for (const { ago: _, ...row } of rows)
    await database.run(
      `INSERT INTO inference_key_usage (tenant_id, key_id, day, calls, prompt_tokens, completion_tokens)
       VALUES (:tenantId, :keyId, :day, :requests, :promptTokens, :completionTokens)`,
      row,
    );
  const sum = (from: number, to: number) => {
    const total = { requests: 0, promptTokens: 0, completionTokens: 0 };
    for (const row of rows)
      if (row.tenantId === messaging.workspace.scope.key && row.ago >= from && row.ago <= to)
        for (const name of ['requests', 'promptTokens', 'completionTokens'] as const)
          total[name] += row[name];
    return total;
  };
  // Days are named, so that midnight may pass.
  const [first, today, yesterday, before] = [dayOf(6), dayOf(0), dayOf(1), dayOf(7)];
  expect((await figures(`?from=${before}&to=${yesterday}`)).model).toEqual({
    ...sum(1, 7),
    previous: sum(8, 14),
  });
  const { previous, ...used } = (await figures(`?from=${first}&to=${today}`)).model;
  expect(used).toEqual(sum(0, 6));
  const isOver = Math.min(1, (Date.now() - Date.parse(today)) / 86_400_000);
  const [all, last] = [sum(7, 13), sum(7, 7)];
  // A minute of the day makes a difference of less than one.
  for (const name of ['requests', 'promptTokens', 'completionTokens'] as const)
    expect(Math.abs(previous[name] - (all[name] - (1 - isOver) * last[name])), name).toBeLessThan(2);
});

it('counts hours and days in the time zone of the business hours', async () => {
  const week = Array.from({ length: 7 }, () => []);
  const hours = { timeZone: 'Asia/Kolkata', week, closedDays: [] };
  const rules = { hours, firstResponseMinutes: null, nextResponseMinutes: null };
  expect((await dashboard('PUT', '/business-hours', rules)).status).toBe(200);
  // Hours begin half an hour later: they are built again.
  messaging.server.wake();
  await eventually(async () => (await steps.cursor())?.shift === 30);
  const body = await figures('?from=2026-01-01&to=2026-01-02');
  expect(body).toMatchObject({
    ...{ timeZone: 'Asia/Kolkata', interval: 'hour', previous: { from: '2025-12-30', to: '2025-12-31' } },
    messagesReceived: { value: 0 },
  });
  expect(body.points[0]?.start).toBe('2025-12-31T18:30:00.000Z');
  expect(body.points).toHaveLength(48);
  const total = await figures();
  expect(total.messagesReceived.value).toBe(await steps.countMessages('inbound'));
  await dashboard('PUT', '/business-hours', { ...rules, hours: null });
}, 30_000);

it('rejects other periods, and callers without the permission', async () => {
  const get = async (query: string) => (await messaging.workspace.api('GET', `/insights?${query}`)).status;
  expect(await get('from=2026-02-01&to=2026-01-01')).toBe(400);
  expect(await get('from=2020-01-01')).toBe(400);
  expect(await get('from=2025-01-01&to=2025-12-31')).toBe(200);
  expect(await get('from=2025-02-30')).toBe(400);
  expect([await get('to=0000-10-20'), await get('to=9999-12-31')]).toEqual([400, 400]);
  expect([await get('to=1970-01-01&days=366'), await get('to=8999-12-31')]).toEqual([200, 200]);
  expect(await get('range=7d')).toBe(400);
  expect((await steps.asStaff('/insights')).status).toBe(403);
  const withKey = async (permissions: string[]) => {
    const { body } = await dashboard('POST', '/api-keys', { name: permissions.join(), permissions });
    return call(`${messaging.server.url}/api/v1/insights?days=7`, { headers: bearer(body.key) });
  };
  const refused = await withKey(['contacts:read', 'messages:read']);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
  expect(JSON.stringify(refused.body)).toContain('insights:read');
  expect((await withKey(['insights:read'])).status).toBe(200);
});
