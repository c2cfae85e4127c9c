import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import type { AutomationRule, RuleTest } from '../../shared/contract/inbox/automation.contract.ts';
import { TEST_MESSAGES_MAX } from '../../shared/domain/automation/rules.ts';
import { business, now, sendCallback, untilMessage, wamid } from '../helpers/business-app.ts';
import { createInsightSteps } from '../helpers/insights.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';

let messaging: Messaging;
let phones = 0;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(async () => {
  await messaging.stop();
  expect(trippedStatements).toEqual([]);
});

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);

function nextPhone(): string {
  phones += 1;
  return `1555027${String(phones).padStart(4, '0')}`;
}

const base = {
  ...{ name: 'Rule', conditions: [], pauseHours: 0 },
  actions: [{ kind: 'webhook' }],
};

async function testOf(trigger: object, changes: object = {}): Promise<RuleTest> {
  const { status, body } = await dashboard('POST', '/automation-test', { ...base, trigger, ...changes });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

const keyword = (word: string) => ({ kind: 'keyword', words: [word], match: 'contains' });
const matchesOf = ({ samples }: RuleTest, phone: string) =>
  samples.filter(({ contact }) => contact.phone === phone);
const conversation = async (phone: string): Promise<Json> =>
  (await messaging.workspace.api('GET', `/conversations/${phone}`)).body;
const change = async (phone: string, changes: object) => {
  const { status } = await dashboard('PATCH', `/conversations/${(await conversation(phone)).id}`, changes);
  expect(status).toBe(200);
};
const whenCounted = () => createInsightSteps(messaging.server, messaging.workspace).whenCounted();

/** Puts what is stored of a customer's thread so many hours back. */
async function age(phone: string, hours: number): Promise<void> {
  const { contact } = await conversation(phone);
  await messaging.server.container.database.run(
    `UPDATE messages SET created_at = created_at - INTERVAL ${hours} HOUR
     WHERE tenant_id = :tenantId AND contact_id = :contactId`,
    { tenantId: messaging.workspace.scope.key, contactId: decodeId(contact.id) },
  );
}

it('a conversation that was closed and opened again counts for a rule that asks for it', async () => {
  const phone = nextPhone();
  await messaging.hello(phone, 'Good morning');
  await messaging.hello(phone, 'and another thing');
  await change(phone, { status: 'closed' });
  await messaging.hello(phone, 'It is me again');
  await whenCounted();
  const again = await testOf({ kind: 'conversation_started', reopened: true });
  expect(matchesOf(again, phone).map(({ text }) => text)).toEqual(['It is me again', 'Good morning']);
  const first = await testOf({ kind: 'conversation_started', reopened: false });
  expect(matchesOf(first, phone).map(({ text }) => text)).toEqual(['Good morning']);
});

it('a label counts when a person added it, also if it was taken away since, and not when a rule did', async () => {
  const { body: label } = await dashboard('POST', '/labels', { name: 'Repair "A"', color: 'blue' });
  const trigger = { kind: 'label_added', labelId: label.id };
  const [once, twice, byRule] = [nextPhone(), nextPhone(), nextPhone()];
  await messaging.hello(once);
  await change(once, { addLabels: [label.id] });
  await change(once, { removeLabels: [label.id] });
  await messaging.hello(twice);
  for (const changes of [{ addLabels: [label.id] }, { labels: [] }, { labels: [label.id] }])
    await change(twice, changes);
  const { body: rule } = await dashboard('POST', '/automation-rules', {
    ...{ ...base, isEnabled: true, trigger: keyword('broken') },
    actions: [{ kind: 'label', labelId: label.id }],
  });
  await messaging.hello(byRule, 'It is broken');
  await eventually(async () => (await conversation(byRule)).labels.length === 1);
  await dashboard('DELETE', `/automation-rules/${(rule as AutomationRule).id}`);

  const found = await testOf(trigger);
  expect([found.matched, found.runs]).toEqual([3, 3]);
  const counts = [once, twice, byRule].map((phone) => matchesOf(found, phone).length);
  expect(counts).toEqual([1, 2, 0]);
});

it('words such as STOP, and messages in groups, start nothing', async () => {
  const phone = nextPhone();
  await messaging.hello(phone, 'stop the press');
  await messaging.hello(phone, 'STOP');
  const inGroup = textMessage(phone, 'stop it, all of you', { group_id: 'Y2FwaV9ncm91cDox' });
  await postCallback(messaging.server, messaging.workspace, envelope({ messages: [inGroup] }));
  await eventually(async () =>
    (await messaging.history(phone)).some(({ content }) => content?.endsWith('all of you')),
  );
  const found = await testOf(keyword('stop'));
  expect(matchesOf(found, phone).map(({ text }) => text)).toEqual(['stop the press']);
});

it('a first message after a call begins nothing, and only a call that nobody took waits for an answer', async () => {
  const [missed, answered] = [nextPhone(), nextPhone()];
  const call = (from: string, duration: number) =>
    sendCallback(messaging, 'calls', {
      calls: [
        {
          ...{ id: `wacid.${wamid()}`, from, to: business, event: 'terminate', timestamp: String(now()) },
          ...{ direction: 'USER_INITIATED', status: 'COMPLETED', duration },
        },
      ],
    });
  await call(missed, 0);
  await call(answered, 60);
  for (const phone of [missed, answered])
    await untilMessage(messaging, phone, ({ type }) => type === 'system');
  expect((await conversation(missed)).waitingSince).not.toBeNull();
  expect((await conversation(answered)).waitingSince).toBeNull();
  for (const phone of [missed, answered]) await age(phone, 3);
  const waits = await testOf({ kind: 'no_answer', hours: 2 });
  expect([missed, answered].map((phone) => matchesOf(waits, phone).length)).toEqual([1, 0]);

  await messaging.hello(missed, 'I called you');
  const first = await testOf({ kind: 'conversation_started', reopened: false });
  expect(matchesOf(first, missed)).toEqual([]);
  expect(matchesOf(await testOf(keyword('called')), missed)).toMatchObject([{ text: 'I called you' }]);
});

it('a wait counts until it is answered or closed, and only within the 30 days', async () => {
  const [waits, closed, old] = [nextPhone(), nextPhone(), nextPhone()];
  for (const phone of [waits, closed, old]) await messaging.hello(phone, 'Is anybody there?');
  await age(waits, 3);
  const trigger = { kind: 'no_answer', hours: 2 };
  // Closed before two hours had passed.
  await age(closed, 1);
  await change(closed, { status: 'closed' });
  await whenCounted();
  await age(closed, 2);
  await messaging.server.container.database.run(
    `UPDATE insight_facts SET at = at - INTERVAL 2 HOUR WHERE tenant_id = :tenantId AND kind = 'resolution'`,
    { tenantId: messaging.workspace.scope.key },
  );
  await age(old, 30 * 24 + 1);
  const found = await testOf(trigger);
  expect([waits, closed, old].map((phone) => matchesOf(found, phone).length)).toEqual([1, 0, 0]);
  await age(old, -2);
  expect(matchesOf(await testOf(trigger), old)).toHaveLength(1);
});

it('a rule that could have sent nothing after the reply window would not have run', async () => {
  const phone = nextPhone();
  await messaging.hello(phone);
  await age(phone, 50);
  const text = { actions: [{ kind: 'text', text: 'Are you still there?' }], pauseHours: 1 };
  const late = await testOf({ kind: 'no_answer', hours: 30 }, text);
  expect(matchesOf(late, phone)).toMatchObject([{ reason: 'window_closed' }]);
  expect(late.skipped).toContainEqual({ reason: 'window_closed', count: late.matched });
  const inTime = await testOf({ kind: 'no_answer', hours: 20 }, text);
  expect(matchesOf(inTime, phone)).toMatchObject([{ reason: null }]);
});

it('says that it has not read everything when there is more', async () => {
  const phone = nextPhone();
  await messaging.hello(phone, 'one of very many');
  expect((await testOf(keyword('very many'))).isComplete).toBe(true);
  const { contact } = await conversation(phone);
  const digits = '(SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4)';
  const tens = `(SELECT a.n * 5 + b.n AS n FROM ${digits} a JOIN ${digits} b)`;
  await messaging.server.container.database.run(
    `INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank, content,
       warnings, created_at)
     SELECT UNHEX(LEFT(SHA2(CONCAT(a.n, '-', b.n, '-', c.n), 256), 32)), tenant_id, conversation_id, contact_id, direction, type,
       status, status_rank, content, warnings, created_at
     FROM messages m JOIN ${tens} a JOIN ${tens} b JOIN ${tens} c
     WHERE m.tenant_id = :tenantId AND m.contact_id = :contactId`,
    { tenantId: messaging.workspace.scope.key, contactId: decodeId(contact.id) },
  );
  const found = await testOf(keyword('very many'));
  expect(found.isComplete).toBe(false);
  expect(found.messages).toBeLessThanOrEqual(TEST_MESSAGES_MAX);
  expect(found.matched).toBeGreaterThan(1_000);
});
