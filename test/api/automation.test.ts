import { expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { base, keyword, says, setUpAutomation } from '../helpers/automation.ts';
import type { Json } from '../helpers/messaging.ts';
import { call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

const rig = setUpAutomation();
const { dashboard, api, nextPhone, rule, runsOf, finished, sentTo, conversation, label } = rig;

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
  await rig.messaging.hello(phone, 'What is the PRICE, please?');
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
  await rig.messaging.hello(phone, 'overpriced');
  await rig.messaging.hello(phone, 'price?');
  const runs = await finished(made, 2);
  expect(runs).toHaveLength(2);
  expect(runs[0]).toMatchObject({ result: 'skipped', reason: 'pause' });
  expect(await sentTo(phone)).toHaveLength(1);
});

it('sends a saved reply as it is at that moment, and is off once the reply is deleted', async () => {
  const saved = await dashboard('POST', '/saved-replies', { name: 'Prices', content: 'It is 12.' });
  const made = await rule({ actions: [{ kind: 'saved_reply', savedReplyId: saved.body.id }] });
  const [first, second] = [nextPhone(), nextPhone()];
  await rig.messaging.hello(first, 'price?');
  expect((await finished(made))[0]).toMatchObject({
    result: 'done',
    actions: [{ kind: 'saved_reply', result: 'done' }],
  });
  expect(await sentTo(first)).toMatchObject([{ content: 'It is 12.', sentBy: 'automation' }]);
  await dashboard('PATCH', `/saved-replies/${saved.body.id}`, {
    content: 'Dear {{contact.name}}, it is 14.',
  });
  await api('POST', '/contacts', { phone: second, name: 'Ada' });
  await rig.messaging.hello(second, 'price?');
  await finished(made, 2);
  expect(await sentTo(second)).toMatchObject([{ content: 'Dear Ada, it is 14.', type: 'text' }]);

  // Nothing is sent in the place of a deleted reply.
  await dashboard('DELETE', `/saved-replies/${saved.body.id}`);
  const third = nextPhone();
  await rig.messaging.hello(third, 'price?');
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
  await rig.messaging.hello(phone);
  await rig.messaging.hello(phone, 'anyone there?');
  expect(await finished(made)).toHaveLength(1);
  await api('PATCH', `/conversations/${phone}`, { status: 'closed' });
  await rig.messaging.hello(phone, 'one more thing');
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
  await rig.messaging.hello(first, 'price');
  await finished(open);
  expect(await runsOf(away)).toEqual([]);
  await hours(closed);
  await rig.messaging.hello(second, 'price');
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
  await rig.messaging.hello(phone, 'price');
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
  await rig.messaging.hello(waiting);
  await rig.messaging.hello(answered);
  await rig.messaging.send({ contactId: answered, type: 'text', content: 'Here' });
  const { database } = rig.messaging.server.container;
  const tenantId = rig.messaging.workspace.scope.key;
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
  rig.messaging.server.wake();
  await ago(id, 125);
  rig.messaging.server.wake();
  const runs = await finished(made);
  rig.messaging.server.wake();
  expect(runs).toMatchObject([{ result: 'done', contact: { phone: waiting } }]);
  expect((await conversation(waiting)).assignee.id).toBe(me);
  // Who waited before the rule was there is left alone.
  const early = nextPhone();
  await rig.messaging.hello(early);
  await ago((await conversation(early)).id, 300);
  await new Promise((resolve) => setTimeout(resolve, 500));
  rig.messaging.server.wake();
  expect(await runsOf(made)).toHaveLength(1);
});

it('sends an event of its own to endpoints', async () => {
  const { body: before } = await dashboard('GET', '/events?since=0');
  const made = await rule({ name: 'Warehouse', actions: [{ kind: 'webhook' }], pauseHours: 0 });
  const phone = nextPhone();
  const { id } = await rig.messaging.hello(phone, 'price');
  await finished(made);
  const { body } = await dashboard('GET', `/events?since=${before.latestSeq}`);
  const event = body.events.findLast(({ name }: Json) => name === 'automation.triggered');
  expect(event.payload).toMatchObject({
    ...{ rule: { id: made.id, name: 'Warehouse' }, trigger: 'keyword', messageId: id, contact: { phone } },
  });
});

it('a test says what a rule would have done, and stores and sends nothing', async () => {
  const phone = nextPhone();
  await rig.messaging.hello(phone, 'Ship to Delft?');
  await rig.messaging.hello(phone, 'delft it is');
  const other = nextPhone();
  await rig.messaging.hello(other, 'delft too');
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
  await rig.messaging.workspace.addMember(staff);
  const cookie = await signIn(rig.messaging.server, staff.email, OWNER_PASSWORD);
  const asStaff = await call(`${rig.messaging.server.url}/api/dashboard/automation-rules`, {
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
  await rig.messaging.hello(phone, 'price');
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
