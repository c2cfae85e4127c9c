import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import type { AutomationRule, AutomationRun } from '../../shared/contract/inbox/automation.contract.ts';
import { ACTIONS_PER_DAY, MESSAGES_PER_HOUR } from '../../shared/domain/automation/rules.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';
import { call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

let messaging: Messaging;
let phones = 0;
beforeAll(async () => {
  messaging = await startMessaging();
  await addTemplate(messaging.platform, {
    name: 'spring',
    category: 'MARKETING',
    components: [templateBody('Hi {{1}}, we open soon.', 'Ada')],
  });
  await addTemplate(messaging.platform, { name: 'plain' });
  await dashboard('POST', '/template-sync');
  await eventually(async () => {
    const { body } = await messaging.workspace.api('GET', '/templates?search=plain');
    return body.data.length > 0;
  });
});
afterAll(async () => {
  await messaging.stop();
  expect(trippedStatements).toEqual([]);
});
beforeEach(async () => {
  for (const { id } of (await dashboard('GET', '/automation-rules')).body.data)
    await dashboard('DELETE', `/automation-rules/${id}`);
});

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const api = (method: string, path: string, body?: object) => messaging.workspace.api(method, path, body);

function nextPhone(): string {
  phones += 1;
  return `1555019${String(phones).padStart(4, '0')}`;
}

const keyword = (...words: string[]) => ({ kind: 'keyword', words, match: 'contains' });
const says = (text: string) => ({ kind: 'text', text });
const base = {
  name: 'Rule',
  trigger: keyword('price'),
  conditions: [],
  actions: [says('12')],
  pauseHours: 1,
};

/** Creates a rule that is on. */
async function rule(changes: object): Promise<AutomationRule> {
  const made = await dashboard('POST', '/automation-rules', { ...base, isEnabled: true, ...changes });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body;
}

const runsOf = async ({ id }: Pick<AutomationRule, 'id'>): Promise<AutomationRun[]> =>
  (await dashboard('GET', `/automation-rules/${id}/runs`)).body.data;

/** Waits for so many finished runs of a rule, newest first. */
const finished = (of: Pick<AutomationRule, 'id'>, count = 1): Promise<AutomationRun[]> =>
  eventually(async () => {
    const runs = await runsOf(of);
    return runs.filter(({ result }) => result !== 'waiting').length >= count ? runs : undefined;
  });

const sentTo = async (phone: string): Promise<Json[]> =>
  (await messaging.history(phone)).filter(({ direction }) => direction === 'outbound');
const conversation = async (phone: string): Promise<Json> =>
  (await api('GET', `/conversations/${phone}`)).body;
const label = async (name: string): Promise<string> =>
  (await dashboard('POST', '/labels', { name, color: 'blue' })).body.id;

it('answers a keyword, labels, assigns and says so in its log, and the customer still waits', async () => {
  const labelId = await label('Price');
  const me = (await dashboard('GET', '/session')).body.user.id;
  const made = await rule({
    name: 'Prices',
    actions: [
      says('Hello {{contact.first_name}}! It is 12.'),
      { kind: 'label', labelId },
      { kind: 'assign', memberId: me },
    ],
  });
  const phone = nextPhone();
  await messaging.hello(phone, 'What is the PRICE, please?');
  const [run] = await finished(made);
  expect(run).toMatchObject({ result: 'done', reason: null, contact: { phone } });
  expect(run?.actions.map(({ kind, result }) => [kind, result])).toEqual([
    ['text', 'done'],
    ['label', 'done'],
    ['assign', 'done'],
  ]);
  const [sent] = await sentTo(phone);
  expect(sent.sentBy).toBe('automation');
  expect(sent.content).toMatch(/^Hello.*! It is 12\.$/);
  const now = await conversation(phone);
  expect(now.lastMessage.sentBy).toBe('automation');
  expect(now).toMatchObject({ status: 'open', assignee: { id: me }, labels: [{ id: labelId }] });
  expect(now.waitingSince).not.toBeNull();
  expect(now.firstResponseAt).toBeNull();
  const thread = await dashboard('GET', `/conversations/${now.id}/messages`);
  expect(thread.body.data.find(({ direction }: Json) => direction === 'outbound').rule).toEqual({
    id: made.id,
    name: 'Prices',
  });
  expect((await dashboard('GET', '/automation-rules')).body.data[0].lastRunAt).not.toBeNull();

  // Another word does not start it; the same word is within the pause.
  await messaging.hello(phone, 'overpriced');
  await messaging.hello(phone, 'price?');
  const runs = await finished(made, 2);
  expect(runs).toHaveLength(2);
  expect(runs[0]).toMatchObject({ result: 'skipped', reason: 'pause' });
  expect(await sentTo(phone)).toHaveLength(1);
});

it('sends a saved reply as it is at that moment, and is off once the reply is deleted', async () => {
  const saved = await dashboard('POST', '/saved-replies', { name: 'Prices', content: 'It is 12.' });
  const made = await rule({ actions: [{ kind: 'saved_reply', savedReplyId: saved.body.id }] });
  const [first, second] = [nextPhone(), nextPhone()];
  await messaging.hello(first, 'price?');
  expect((await finished(made))[0]).toMatchObject({
    result: 'done',
    actions: [{ kind: 'saved_reply', result: 'done' }],
  });
  expect(await sentTo(first)).toMatchObject([{ content: 'It is 12.', sentBy: 'automation' }]);
  await dashboard('PATCH', `/saved-replies/${saved.body.id}`, {
    content: 'Dear {{contact.name}}, it is 14.',
  });
  await api('POST', '/contacts', { phone: second, name: 'Ada' });
  await messaging.hello(second, 'price?');
  await finished(made, 2);
  expect(await sentTo(second)).toMatchObject([{ content: 'Dear Ada, it is 14.', type: 'text' }]);

  // Nothing is sent in the place of a deleted reply.
  await dashboard('DELETE', `/saved-replies/${saved.body.id}`);
  const third = nextPhone();
  await messaging.hello(third, 'price?');
  expect((await finished(made, 3))[0]).toMatchObject({ result: 'failed', reason: 'saved_reply_missing' });
  expect((await dashboard('GET', `/automation-rules/${made.id}`)).body).toMatchObject({
    ...{ isEnabled: false, problem: 'saved_reply_missing' },
  });
  expect(await sentTo(third)).toEqual([]);
});

it('greets a new customer once, and another one when a closed conversation is opened again', async () => {
  const made = await rule({
    trigger: { kind: 'conversation_started', reopened: true },
    actions: [says('Welcome!')],
  });
  const phone = nextPhone();
  await messaging.hello(phone);
  await messaging.hello(phone, 'anyone there?');
  expect(await finished(made)).toHaveLength(1);
  await api('PATCH', `/conversations/${phone}`, { status: 'closed' });
  await messaging.hello(phone, 'one more thing');
  expect(await finished(made, 2)).toMatchObject([{ reason: 'pause' }, { result: 'done' }]);
});

it('answers outside business hours only', async () => {
  const closed = { timeZone: 'UTC', week: [[], [], [], [], [], [], []], closedDays: [] };
  const hours = (value: object | null) =>
    dashboard('PUT', '/business-hours', {
      hours: value,
      firstResponseMinutes: null,
      nextResponseMinutes: null,
    });
  const away = await rule({ trigger: { kind: 'outside_hours' }, actions: [says('We are closed.')] });
  const open = await rule({ conditions: [{ kind: 'hours', inside: true }] });
  const [first, second] = [nextPhone(), nextPhone()];
  await messaging.hello(first, 'price');
  await finished(open);
  expect(await runsOf(away)).toEqual([]);
  await hours(closed);
  await messaging.hello(second, 'price');
  await finished(away);
  expect(await finished(open, 2)).toMatchObject([
    { result: 'skipped', reason: 'condition', condition: 0 },
    { result: 'done' },
  ]);
  await hours(null);
});

it('a label that a person adds starts a rule, one that a rule adds does not', async () => {
  const [urgent, other] = [await label('Urgent'), await label('Other')];
  const adds = await rule({ actions: [{ kind: 'label', labelId: urgent }], pauseHours: 0 });
  const labeled = await rule({
    trigger: { kind: 'label_added', labelId: urgent },
    actions: [
      { kind: 'snooze', hours: 2 },
      { kind: 'label', labelId: other },
    ],
    pauseHours: 0,
  });
  const phone = nextPhone();
  await messaging.hello(phone, 'price');
  await finished(adds);
  await api('PATCH', `/conversations/${phone}`, { removeLabels: [urgent] });
  expect(await runsOf(labeled)).toEqual([]);
  const { id } = await conversation(phone);
  await dashboard('POST', '/conversations/changes', { ids: [id], change: { addLabels: [urgent] } });
  expect((await finished(labeled))[0]).toMatchObject({ result: 'done', messageId: null });
  expect(await conversation(phone)).toMatchObject({ status: 'snoozed' });
  // Sending the same labels again adds none.
  await dashboard('POST', '/conversations/changes', { ids: [id], change: { addLabels: [urgent] } });
  expect(await runsOf(labeled)).toHaveLength(1);
});

it('reminds of customers without an answer, once for each wait', async () => {
  const me = (await dashboard('GET', '/session')).body.user.id;
  const made = await rule({
    trigger: { kind: 'no_answer', hours: 2 },
    actions: [{ kind: 'assign', memberId: me }],
    pauseHours: 0,
  });
  const [waiting, answered] = [nextPhone(), nextPhone()];
  await messaging.hello(waiting);
  await messaging.hello(answered);
  await messaging.send({ contactId: answered, type: 'text', content: 'Here' });
  const { database } = messaging.server.container;
  const tenantId = messaging.workspace.scope.key;
  await database.run(
    `UPDATE automation_rules SET enabled_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE tenant_id = :tenantId`,
    { tenantId },
  );
  const ago = (id: string, minutes: number) =>
    database.run(
      `UPDATE conversations SET waiting_since = UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE
       WHERE tenant_id = :tenantId AND id = :id AND waiting_since IS NOT NULL`,
      { tenantId, id: decodeId(id), minutes },
    );
  const { id } = await conversation(waiting);
  await ago(id, 119);
  await ago((await conversation(answered)).id, 150);
  messaging.server.wake();
  await ago(id, 125);
  messaging.server.wake();
  const runs = await finished(made);
  messaging.server.wake();
  expect(runs).toMatchObject([{ result: 'done', contact: { phone: waiting } }]);
  expect((await conversation(waiting)).assignee.id).toBe(me);
  // Who waited before the rule was there is left alone.
  const early = nextPhone();
  await messaging.hello(early);
  await ago((await conversation(early)).id, 300);
  await new Promise((resolve) => setTimeout(resolve, 500));
  messaging.server.wake();
  expect(await runsOf(made)).toHaveLength(1);
});

it('two machines that answer each other stop after a few messages', async () => {
  const words = ['one', 'two', 'three', 'four', 'five', 'six'];
  const rules: AutomationRule[] = [];
  for (const [index, word] of words.entries()) {
    rules.push(
      await rule({ name: word, trigger: keyword(word), actions: [says(words[index + 1] ?? 'end')] }),
    );
  }
  const phone = nextPhone();
  await messaging.hello(phone, 'one');
  // The customer's machine repeats whatever it reads.
  for (let turn = 0; turn < MESSAGES_PER_HOUR; turn += 1) {
    const sent = await eventually(async () => {
      const all = await sentTo(phone);
      return all.length > turn ? all : undefined;
    });
    await messaging.hello(phone, sent[0].content);
  }
  const stopped = rules[MESSAGES_PER_HOUR];
  if (!stopped) throw new Error('too few rules');
  expect((await finished(stopped))[0]).toMatchObject({
    ...{ result: 'skipped', reason: 'hourly_limit' },
    actions: [{ kind: 'text', result: 'skipped', reason: 'hourly_limit' }],
  });
  expect(await sentTo(phone)).toHaveLength(MESSAGES_PER_HOUR);
});

it('two rules that add each other’s label end after the first', async () => {
  const [ping, pong] = [await label('Ping'), await label('Pong')];
  const when = (labelId: string, adds: string) => ({
    ...{ trigger: { kind: 'label_added', labelId }, pauseHours: 0 },
    actions: [{ kind: 'label', labelId: adds }],
  });
  const first = await rule(when(ping, pong));
  const second = await rule(when(pong, ping));
  const phone = nextPhone();
  await messaging.hello(phone);
  const { id } = await conversation(phone);
  const change = (labels: object) =>
    dashboard('POST', '/conversations/changes', { ids: [id], change: labels });
  await change({ addLabels: [ping] });
  expect(await finished(first)).toMatchObject([{ result: 'done' }]);
  // A label that a person adds later is the proof that the relay has passed what the first rule did.
  await change({ removeLabels: [ping, pong] });
  await change({ addLabels: [ping] });
  expect(await finished(first, 2)).toHaveLength(2);
  expect(await runsOf(second)).toEqual([]);
});

it('all rules together do 30 actions a day for a contact, and others go on for others', async () => {
  const made = await rule({ actions: [{ kind: 'webhook' }], pauseHours: 0 });
  const phone = nextPhone();
  await messaging.hello(phone, 'price');
  const [run] = await finished(made);
  const { database } = messaging.server.container;
  const tenantId = messaging.workspace.scope.key;
  const set = (columns: string) =>
    database.run(`UPDATE automation_runs SET ${columns} WHERE tenant_id = :tenantId AND id = :id`, {
      ...{ tenantId, id: decodeId(run?.id ?? '') },
    });
  await set(`action_count = ${ACTIONS_PER_DAY - 1}`);
  await messaging.hello(phone, 'price');
  await messaging.hello(phone, 'price');
  expect((await finished(made, 3)).map(({ result, reason }) => reason ?? result)).toEqual([
    'daily_limit',
    'done',
    'done',
  ]);
  await messaging.hello(nextPhone(), 'price');
  expect((await finished(made, 4))[0]).toMatchObject({ result: 'done' });
  // A day later the first ones count no more.
  await set('acted_at = acted_at - INTERVAL 25 HOUR');
  await messaging.hello(phone, 'price');
  expect((await finished(made, 5))[0]).toMatchObject({ result: 'done' });
});

it('sends no marketing to those who unsubscribe while it waits for the platform', async () => {
  const components = [{ type: 'body', parameters: [{ type: 'text', text: '{{contact.first_name|you}}' }] }];
  await rule({
    actions: [
      { kind: 'template', name: 'plain', language: 'en', components: [] },
      { kind: 'template', name: 'spring', language: 'en', components },
      says('Anything else?'),
    ],
  });
  const phone = nextPhone();
  await messaging.hello(phone);
  await messaging.platform.configure({ sendLatencyMs: 5_000 });
  // The messages of a contact go out one after the other: the second one waits.
  await messaging.hello(phone, 'price');
  await eventually(async () => (await sentTo(phone)).length === 3);
  await api('PATCH', `/contacts/${phone}`, { marketing: 'unsubscribed' });
  await messaging.platform.configure({ sendLatencyMs: 0 });
  const settled = await eventually(async () => {
    const sent = await sentTo(phone);
    return sent.every(({ status }) => status !== 'queued') && sent;
  });
  expect(settled.find(({ templateName }) => templateName === 'plain').status).not.toBe('failed');
  expect(settled.find(({ type }) => type === 'text').status).not.toBe('failed');
  const refused = settled.find(({ templateName }) => templateName === 'spring');
  expect([refused.status, refused.error.code]).toEqual(['failed', 'contact_unsubscribed']);
  expect(await messaging.callsOf(refused.id)).toEqual([]);
  // A person who sends it again knows better.
  const retried = await dashboard('POST', `/messages/${refused.id}/retry`);
  expect([retried.status, retried.body.error]).toEqual([200, null]);
  const again = await eventually(async () => {
    const message = await messaging.message(phone, refused.id);
    return message.status !== 'queued' && message;
  });
  expect(again).toMatchObject({ error: null, warnings: ['contact_unsubscribed'] });
});

it('sends no marketing to those who unsubscribed, nothing to the blocked, and no text outside the window', async () => {
  const components = [{ type: 'body', parameters: [{ type: 'text', text: '{{contact.first_name|you}}' }] }];
  const made = await rule({
    actions: [
      { kind: 'template', name: 'spring', language: 'en', components },
      { kind: 'template', name: 'plain', language: 'en', components: [] },
    ],
  });
  const phone = nextPhone();
  await messaging.hello(phone);
  await api('PATCH', `/contacts/${phone}`, { marketing: 'unsubscribed' });
  await messaging.hello(phone, 'price');
  expect((await finished(made))[0]).toMatchObject({
    result: 'partly',
    actions: [{ reason: 'unsubscribed' }, { result: 'done' }],
  });
  await dashboard('DELETE', `/automation-rules/${made.id}`);
  expect((await sentTo(phone)).map(({ templateName }) => templateName)).toEqual(['plain']);

  // A word such as STOP has its own answer, which says what it is.
  const all = await rule({ trigger: keyword('stop', 'price') });
  const leaving = nextPhone();
  await messaging.hello(leaving, 'STOP');
  await eventually(async () => (await sentTo(leaving)).length === 1);
  expect((await sentTo(leaving))[0]).toMatchObject({ sentBy: 'consent' });
  expect(await runsOf(all)).toEqual([]);

  const blocked = nextPhone();
  await messaging.hello(blocked);
  await api('PATCH', `/contacts/${blocked}`, { blocked: true });
  await messaging.hello(blocked, 'price');
  const urgent = await label('Late');
  const late = await rule({ trigger: { kind: 'label_added', labelId: urgent } });
  const old = nextPhone();
  await messaging.hello(old);
  const { id } = await conversation(old);
  await messaging.server.container.database.run(
    `UPDATE conversations SET last_inbound_at = UTC_TIMESTAMP(3) - INTERVAL 25 HOUR
     WHERE tenant_id = :tenantId AND id = :id`,
    { tenantId: messaging.workspace.scope.key, id: decodeId(id) },
  );
  await dashboard('POST', '/conversations/changes', { ids: [id], change: { addLabels: [urgent] } });
  expect((await finished(late))[0]).toMatchObject({
    ...{ result: 'skipped', actions: [{ kind: 'text', reason: 'window_closed' }] },
  });
  expect(await sentTo(old)).toEqual([]);
  expect(await sentTo(blocked)).toEqual([]);
  expect(await runsOf(all)).toEqual([]);
});

it('switches off a rule that refers to something deleted, and says why', async () => {
  const labelId = await label('Short');
  const made = await rule({ actions: [{ kind: 'label', labelId }, says('Hi')] });
  await dashboard('DELETE', `/labels/${labelId}`);
  const phone = nextPhone();
  await messaging.hello(phone, 'price');
  expect((await finished(made))[0]).toMatchObject({ result: 'failed', reason: 'label_missing', actions: [] });
  expect((await dashboard('GET', `/automation-rules/${made.id}`)).body).toMatchObject({
    ...{ isEnabled: false, problem: 'label_missing' },
  });
  await messaging.hello(phone, 'price');
  expect(await sentTo(phone)).toEqual([]);
  const on = await dashboard('PUT', `/automation-rules/${made.id}/enabled`, { isEnabled: true });
  expect([on.status, on.body.error.details]).toEqual([
    400,
    [{ path: 'actions.0.labelId', message: 'is not a label of this workspace' }],
  ]);
  const { id: _id, ...change } = { ...base, id: 0 };
  await dashboard('PUT', `/automation-rules/${made.id}`, change);
  const again = await dashboard('PUT', `/automation-rules/${made.id}/enabled`, { isEnabled: true });
  expect(again.body).toMatchObject({ isEnabled: true, problem: null });
  const { data } = (await dashboard('GET', '/audit-log')).body;
  expect(data.map(({ action }: Json) => action)).toEqual(
    expect.arrayContaining([
      'automation_rule.stopped',
      'automation_rule.changed',
      'automation_rule.switched_on',
    ]),
  );
});

it('sends an event of its own to endpoints', async () => {
  const { body: before } = await dashboard('GET', '/events?since=0');
  const made = await rule({ name: 'Warehouse', actions: [{ kind: 'webhook' }], pauseHours: 0 });
  const phone = nextPhone();
  const { id } = await messaging.hello(phone, 'price');
  await finished(made);
  const { body } = await dashboard('GET', `/events?since=${before.latestSeq}`);
  const event = body.events.findLast(({ name }: Json) => name === 'automation.triggered');
  expect(event.payload).toMatchObject({
    ...{ rule: { id: made.id, name: 'Warehouse' }, trigger: 'keyword', messageId: id, contact: { phone } },
  });
});

it('a test says what a rule would have done, and stores and sends nothing', async () => {
  const phone = nextPhone();
  await messaging.hello(phone, 'Ship to Delft?');
  await messaging.hello(phone, 'delft it is');
  const other = nextPhone();
  await messaging.hello(other, 'delft too');
  await api('PATCH', `/contacts/${other}`, { addTags: ['vip'] });
  const draft = { ...base, trigger: keyword('Delft'), conditions: [{ kind: 'tag', has: false, tag: 'vip' }] };
  const { status, body } = await dashboard('POST', '/automation-test', draft);
  expect([status, body.matched, body.runs, body.isComplete]).toEqual([200, 3, 1, true]);
  expect(body.skipped).toEqual(
    expect.arrayContaining([
      { reason: 'pause', count: 1 },
      { reason: 'condition', count: 1 },
    ]),
  );
  expect(body.samples[0]).toMatchObject({ contact: { phone }, text: 'Ship to Delft?', reason: null });
  const started = await dashboard('POST', '/automation-test', {
    ...base,
    trigger: { kind: 'conversation_started', reopened: false },
  });
  expect(started.body.samples.filter(({ contact }: Json) => contact.phone === phone)).toHaveLength(1);
  const waits = await dashboard('POST', '/automation-test', {
    ...base,
    trigger: { kind: 'no_answer', hours: 1 },
  });
  expect(waits.body.matched).toBe(0);
  expect(await sentTo(phone)).toEqual([]);
});

it('refuses impossible rules, and staff and API keys altogether', async () => {
  const wrong = async (changes: object) => {
    const { body } = await dashboard('POST', '/automation-rules', { ...base, ...changes });
    return body.error.details.map(({ path }: Json) => path);
  };
  expect(await wrong({ actions: [] })).toEqual(['actions']);
  expect(await wrong({ pauseHours: 0 })).toEqual(['pauseHours']);
  expect(await wrong({ actions: [says('{{nobody}}')] })).toEqual(['actions.0.text']);
  expect(await wrong({ actions: [{ kind: 'close' }, { kind: 'snooze', hours: 1 }] })).toEqual([
    'actions.1.kind',
  ]);
  expect(
    await wrong({ conditions: [{ kind: 'field', field: 'shoe_size', is: 'filled', value: '' }] }),
  ).toEqual(['conditions.0.field']);
  expect(
    await wrong({ actions: [{ kind: 'template', name: 'none', language: 'en', components: [] }] }),
  ).toEqual(['actions.0.name']);
  const staff = {
    name: 'Staff',
    email: 'staff@rules.test',
    password: OWNER_PASSWORD,
    role: 'staff' as const,
  };
  await messaging.workspace.addMember(staff);
  const cookie = await signIn(messaging.server, staff.email, OWNER_PASSWORD);
  const asStaff = await call(`${messaging.server.url}/api/dashboard/automation-rules`, {
    headers: { cookie },
  });
  expect(asStaff.status).toBe(403);
  expect((await api('GET', '/automation-rules')).status).toBe(404);
});

it('rules run in the order of their list, which can be changed', async () => {
  const names = async () =>
    (await dashboard('GET', '/automation-rules')).body.data.map(({ name }: Json) => name);
  const [a, b, c] = [
    await rule({ name: 'A', actions: [says('A')] }),
    await rule({ name: 'B', actions: [says('B')] }),
    await rule({ name: 'C', actions: [says('C')] }),
  ];
  const move = (id: string, position: number) =>
    dashboard('PUT', `/automation-rules/${id}/position`, { position });
  expect((await move(c.id, 0)).body.data.map(({ name }: Json) => name)).toEqual(['C', 'A', 'B']);
  await move(a.id, 49);
  expect(await names()).toEqual(['C', 'B', 'A']);
  await move(a.id, 2);
  await rule({ name: 'D' });
  expect(await names()).toEqual(['C', 'B', 'A', 'D']);
  const phone = nextPhone();
  await messaging.hello(phone, 'price');
  await finished(a);
  await finished(b);
  expect((await sentTo(phone)).map(({ content }) => content).reverse()).toEqual(['C', 'B', 'A']);
  const { data } = (await dashboard('GET', '/automation-rules')).body;
  expect(data.map(({ runCount }: Json) => runCount)).toEqual([1, 1, 1, 0]);
  expect((await move('ar_00000000000000000000000000', 0)).status).toBe(404);
  const log = (await dashboard('GET', '/audit-log')).body.data;
  expect(log.filter(({ action }: Json) => action === 'automation_rule.moved')).toHaveLength(2);
});

it('a workspace has 50 rules at most, also when they are created together', async () => {
  const made = await Promise.all(
    Array.from({ length: 54 }, (_, index) =>
      dashboard('POST', '/automation-rules', { ...base, name: `Rule ${index}` }),
    ),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(made.find(({ status }) => status !== 201)?.body.error.code).toBe('automation_limit_reached');
});
