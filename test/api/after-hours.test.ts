import { afterAll, beforeAll, expect, it } from 'vitest';
import { addExample } from '../../server/features/assist/retrieval/examples.repository.ts';
import { createLearnedReplies } from '../../server/features/assist/retrieval/learned-replies.ts';
import { insertMessage, NO_CONTENT } from '../../server/features/messages/index.ts';
import { answerAlone } from '../../server/flows/after-hours/answer-alone.ts';
import { automaticText, wantsPerson } from '../../server/flows/after-hours/automatic-text.ts';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { TEXT_MAX } from '../../shared/domain/message-limits.ts';
import type { BusinessHours } from '../../shared/domain/time/business-time.ts';
import { askedBefore } from '../helpers/asked-before.ts';
import { business, now, sendCallback, untilMessage, wamid } from '../helpers/business-app.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, postCallback, textMessage } from '../helpers/platform.ts';
import { call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

let messaging: Messaging;
let hours: string;
let delivery: string;
const HOURS = 'Our opening hours are Monday to Friday from 9 to 18, {{contact.first_name}}.';
beforeAll(async () => {
  messaging = await startMessaging();
  hours = (await dashboard('POST', '/saved-replies', { name: 'Opening hours', content: HOURS })).body.id;
  delivery = (
    await dashboard('POST', '/saved-replies', { name: 'Delivery', content: 'Delivery takes four days.' })
  ).body.id;
});
afterAll(() => messaging.stop());

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const context = () => messaging.server.container.contextFor(messaging.workspace.scope);
const allow = (isAllowed: boolean) =>
  dashboard('PUT', `/saved-replies/${hours}/answers-alone`, { isAllowed });

/** Stores what people of the workspace have answered lately. */
async function haveHistory(): Promise<void> {
  const { id } = (await messaging.workspace.api('POST', '/contacts', { phone: '15550185000' })).body;
  await messaging.hello('15550185000');
  const { data } = (await dashboard('GET', '/conversations?search=15550185000')).body;
  const [contactId, conversationId] = [decodeId(id), decodeId(data[0].id)];
  const ctx = context();
  const answer = async (text: string, savedReplyId: string | null) => {
    const [messageId, answerId, createdAt] = [newKey(), newKey(), ctx.clock.now()];
    const place = { ...NO_CONTENT, conversationId, contactId, createdAt, type: 'text' as const };
    await insertMessage(ctx, {
      ...place,
      id: messageId,
      direction: 'inbound',
      status: 'received',
      content: text,
    });
    await insertMessage(ctx, { ...place, id: answerId, direction: 'outbound', status: 'sent', content: 'x' });
    const reply = savedReplyId === null ? null : decodeId(savedReplyId);
    await addExample(ctx, {
      ...{ answerId, messageIds: [messageId], savedReplyId: reply, contactId, place: null },
    });
  };
  for (const [asked, reply] of askedBefore(hours, delivery)) await answer(asked, reply);
}

/** A customer begins a conversation; returns its row in the log once it has been noted. */
async function begins(phone: string, text: string): Promise<{ message: Json; conversation: Json }> {
  const message = await messaging.hello(phone, text);
  const { data } = (await dashboard('GET', `/conversations?search=${phone}`)).body;
  return { message, conversation: data[0] };
}

async function caseOf(messageId: string): Promise<{ result: string; reason: string | null } | undefined> {
  const [row] = await messaging.server.container.database.select<{ result: string; reason: string | null }>(
    `SELECT result, reason FROM after_hours_answers WHERE tenant_id = :tenantId AND message_id = :id`,
    { tenantId: messaging.workspace.scope.key, id: decodeId(messageId) },
  );
  return row;
}

/** Makes the cases due, and returns what came of one. */
async function decided(messageId: string): Promise<{ result: string; reason: string | null } | undefined> {
  await expect.poll(() => caseOf(messageId)).toBeDefined();
  await messaging.server.container.database.run(
    `UPDATE after_hours_answers SET due_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND due_at IS NOT NULL`,
    { tenantId: messaging.workspace.scope.key },
  );
  await expect
    .poll(async () => {
      messaging.server.wake();
      return (await caseOf(messageId))?.result;
    })
    .not.toBe('waiting');
  return caseOf(messageId);
}

const outbound = async (phone: string): Promise<string[]> =>
  (await messaging.history(phone))
    .filter(({ direction }: Json) => direction === 'outbound')
    .map(({ content }: Json) => content);

it('is offered only for a reply that was right in the rehearsal, and allowed by owners only', async () => {
  expect(await allow(true)).toMatchObject({
    status: 400,
    body: { error: { code: 'validation_failed', details: [{ path: 'isAllowed' }] } },
  });
  await haveHistory();
  const rehearsed = async () => {
    const { body } = await dashboard('GET', '/assist/after-hours/replies');
    return body.data.find(({ savedReplyId }: Json) => savedReplyId === hours);
  };
  await expect.poll(async () => (await rehearsed())?.isOffered).toBe(true);
  expect(await rehearsed()).toMatchObject({ name: 'Opening hours', isAllowed: false });
  const { server, workspace } = messaging;
  const email = 'admin@hours.test';
  await workspace.addMember({ name: 'Ada', email, password: OWNER_PASSWORD, role: 'admin' });
  const url = `${server.url}/api/dashboard/saved-replies/${hours}/answers-alone`;
  const headers = { cookie: await signIn(server, email, OWNER_PASSWORD) };
  expect((await call(url, { method: 'PUT', body: { isAllowed: true }, headers })).status).toBe(403);
  expect(await allow(true)).toMatchObject({ status: 200, body: { isAllowed: true } });
  expect((await dashboard('GET', '/audit-log')).body.data[0].action).toBe('saved_reply.alone_allowed');
});

it('does nothing while it is off, or while the team works', async () => {
  const closed = { timeZone: 'UTC', week: [[], [], [], [], [], [], []] as object[][], closedDays: [] };
  const other = (new Date().getUTCDay() + 3) % 7;
  closed.week[other] = [{ from: 540, to: 1_080 }];
  const change = (hours: object | null) =>
    dashboard('PUT', '/business-hours', { hours, firstResponseMinutes: null, nextResponseMinutes: null });
  await dashboard('PATCH', '/assist', { modes: { afterHours: 'on' } });
  expect((await change(null)).status).toBe(200);
  const open = await begins('15550185001', 'when are you open today?');
  expect((await change(closed)).status).toBe(200);
  await dashboard('PATCH', '/assist', { modes: { afterHours: 'off' } });
  const off = await begins('15550185002', 'when are you open today?');
  await dashboard('PATCH', '/assist', { modes: { afterHours: 'on' } });
  // Events are noted in their order: with the answer to a later message, these have been passed over.
  const later = await begins('15550185003', 'when are you open today?');
  expect(await decided(later.message.id)).toEqual({ result: 'sent', reason: null });
  expect(await caseOf(open.message.id)).toBeUndefined();
  expect(await caseOf(off.message.id)).toBeUndefined();
});

it('answers once with the approved text, says that it is automatic, and leaves the conversation waiting', async () => {
  const [text, ...others] = await outbound('15550185003');
  expect(others).toEqual([]);
  expect(text).toMatch(
    /^Our opening hours are Monday to Friday from 9 to 18\.\n\n_This is an automatic answer\. We are back on \w+ at 9:00/,
  );
  expect(text).toMatch(/write \*person\*/);
  const { data } = (await dashboard('GET', '/conversations?search=15550185003')).body;
  expect(data[0].waitingSince).not.toBeNull();
  const { body } = await dashboard('GET', '/assist/after-hours/answers');
  expect(body.data[0]).toMatchObject({ conversationId: data[0].id, savedReplyName: 'Opening hours' });
});

it('answers once when two servers decide at the same time', async () => {
  const { message } = await begins('15550185004', 'when are you open on monday?');
  await expect.poll(() => caseOf(message.id)).toBeDefined();
  const { learnedOf } = createLearnedReplies(messaging.server.container.resources);
  await learnedOf(context(), 5_000);
  const sent = await Promise.all(
    [1, 2, 3].map(() => answerAlone(context(), learnedOf, decodeId(message.id))),
  );
  expect(sent.filter(Boolean)).toHaveLength(1);
  expect(await outbound('15550185004')).toHaveLength(1);
});

it.each([
  ['15550185005', 'when are you open today? I want to talk to a person', 'person_wanted'],
  ['15550185006', 'when are you open today? I want a refund or I call my lawyer', 'sensitive'],
  ['15550185007', 'my uncle plays the violin', 'unsure'],
  ['15550185008', 'how long does the delivery of my parcel take please', 'not_allowed'],
])('leaves %s to a person: %s', async (phone, text, reason) => {
  const { message } = await begins(phone, text);
  expect(await decided(message.id)).toEqual({ result: 'left', reason });
  expect(await outbound(phone)).toEqual([]);
});

it('counts what was possible, answered and left to a person, and test mode apart', async () => {
  const counted = async (isTest: boolean) => {
    const { data } = (await dashboard('GET', '/assist/results')).body;
    return data.find((one: Json) => one.feature === 'afterHours' && one.isTest === isTest)?.outcomes;
  };
  expect(await counted(false)).toMatchObject({ eligible: 6, gated: 4, shown: 2, ready: 0 });
  await dashboard('PATCH', '/assist', { modes: { afterHours: 'shadow' } });
  const { message } = await begins('15550185010', 'when are you open today?');
  expect(await decided(message.id)).toEqual({ result: 'left', reason: 'off' });
  await dashboard('PATCH', '/assist', { modes: { afterHours: 'on' } });
  expect(await outbound('15550185010')).toEqual([]);
  expect(await counted(true)).toMatchObject({ eligible: 1, gated: 0, shown: 0, ready: 1 });
  expect(await counted(false)).toMatchObject({ eligible: 6, gated: 4, shown: 2 });
});

it('leaves a customer alone whom a colleague has answered in the business app', async () => {
  const phone = '15550185011';
  const { message } = await begins(phone, 'when are you open today?');
  await expect.poll(() => caseOf(message.id)).toBeDefined();
  const echo = { from: business, to: phone, id: wamid(), timestamp: String(now()), type: 'text' };
  await sendCallback(messaging, 'smb_message_echoes', {
    message_echoes: [{ ...echo, text: { body: 'Until six.' } }],
  });
  await untilMessage(messaging, phone, ({ content }) => content === 'Until six.');
  expect(await decided(message.id)).toEqual({ result: 'left', reason: 'handled' });
  expect(await outbound(phone)).toEqual(['Until six.']);
});

it('answers a customer who has only had a broadcast', async () => {
  const phone = '15550185012';
  const { message, conversation } = await begins(phone, 'when are you open today?');
  await expect.poll(() => caseOf(message.id)).toBeDefined();
  const [contactId, conversationId] = [decodeId(conversation.contact.id), decodeId(conversation.id)];
  await insertMessage(context(), {
    ...{ ...NO_CONTENT, id: newKey(), conversationId, contactId, createdAt: new Date() },
    ...{ type: 'text', direction: 'outbound', status: 'sent', content: 'Spring!', broadcastId: newKey() },
  });
  expect(await decided(message.id)).toEqual({ result: 'sent', reason: null });
});

it('leaves a message to a person that was written long before it arrived', async () => {
  const phone = '15550185013';
  const late = textMessage(phone, 'when are you open today?', { timestamp: String(now() - 7_200) });
  await postCallback(messaging.server, messaging.workspace, envelope({ messages: [late] }));
  const { id } = await untilMessage(messaging, phone, ({ direction }) => direction === 'inbound');
  expect(await decided(id)).toEqual({ result: 'left', reason: 'late' });
  expect(await outbound(phone)).toEqual([]);
});

it('leaves a conversation alone that a member has, and ends when the text changes', async () => {
  const { message, conversation } = await begins('15550185009', 'when are you open today?');
  const { id } = (await dashboard('GET', '/session')).body.user;
  await dashboard('PATCH', `/conversations/${conversation.id}`, { assigneeId: id });
  expect(await decided(message.id)).toEqual({ result: 'left', reason: 'handled' });
  await dashboard('PATCH', `/saved-replies/${hours}`, { content: 'We open at 10.' });
  const { data } = (await dashboard('GET', '/saved-replies')).body;
  expect(data.find((reply: Json) => reply.id === hours)).toMatchObject({ answersAlone: false });
});

it('knows words for a person, and speaks the language of the customer', () => {
  expect(
    ['quero falar com uma pessoa', 'is there a HUMAN?', 'una persona por favor'].every(wantsPerson),
  ).toBe(true);
  expect(wantsPerson('when are you open')).toBe(false);
  const values = { 'contact.name': '', 'contact.first_name': '', 'agent.name': 'X', 'workspace.name': 'X' };
  const given = { values, hours: null, now: new Date(0) };
  expect(automaticText('Abrimos às 9h.', { ...given, question: 'que horas vocês abrem hoje?' })).toBe(
    'Abrimos às 9h.\n\n_Esta é uma resposta automática. Se não ajudar, escreva *pessoa*: uma pessoa vai responder._',
  );
});

it('cuts a reply that leaves no room for its note between two characters', () => {
  const values = { 'contact.name': '', 'contact.first_name': '', 'agent.name': 'X', 'workspace.name': 'X' };
  const given = { values, question: 'when are you open?', hours: null, now: new Date(0) };
  for (const start of ['', 'a']) {
    const text = automaticText(`${start}${'👍'.repeat(TEXT_MAX / 2 - 1)}`, given) ?? '';
    expect(text.length).toBeLessThanOrEqual(TEXT_MAX);
    expect(text.length).toBeGreaterThan(TEXT_MAX - 2);
    expect(text).toMatch(/👍\n\n_This is an automatic answer/);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  }
});

it('names the date of the next opening where the weekday alone would mean an earlier day', () => {
  const workday = [{ from: 540, to: 1_080 }];
  const week = [[], workday, workday, workday, workday, workday, []];
  const values = { 'contact.name': '', 'contact.first_name': '', 'agent.name': 'X', 'workspace.name': 'X' };
  const closedDays = Array.from({ length: 11 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 11, 24 + day)).toISOString().slice(0, 10),
    name: 'Holidays',
  }));
  const said = (question: string, now: string, more: Partial<BusinessHours> = {}) =>
    automaticText('Yes.', {
      ...{ question, values, now: new Date(now) },
      hours: { timeZone: 'America/Sao_Paulo', week, closedDays: [], ...more },
    });
  const [en, pt, es] = ['when are you open today?', 'que horas vocês abrem hoje?', '¿a qué hora abren hoy?'];
  // Thursday, 24 December. The team is back on the Monday after the next one.
  const holidays = '2026-12-24T15:00:00Z';
  expect(said(en, holidays, { closedDays })).toContain('We are back on Monday, January 4 at 9:00');
  expect(said(pt, holidays, { closedDays })).toContain('Voltamos segunda-feira, 4 de janeiro às 9:00');
  expect(said(es, holidays, { closedDays })).toContain('Volvemos el lunes, 4 de enero a las 9:00');
  // A team that works on Mondays only, asked on a Monday evening, and on the day after.
  const mondays = { week: [[], workday, [], [], [], [], []] };
  expect(said(en, '2026-11-30T23:00:00Z', mondays)).toContain('back on Monday, December 7 at 9:00');
  expect(said(en, '2026-12-01T23:00:00Z', mondays)).toContain('back on Monday at 9:00');
  expect(said(pt, '2026-12-01T23:00:00Z')).toContain('Voltamos quarta-feira às 9:00');
});
