import { beforeAll, expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import type { AutomationRule } from '../../shared/contract/inbox/automation.contract.ts';
import { ACTIONS_PER_DAY, MESSAGES_PER_HOUR } from '../../shared/domain/automation/rules.ts';
import { base, keyword, says, setUpAutomation } from '../helpers/automation.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';

/** What rules never do, and what stops them. */
const rig = setUpAutomation();
const { dashboard, api, nextPhone, rule, runsOf, finished, sentTo, conversation, label } = rig;
beforeAll(async () => {
  await addTemplate(rig.messaging.platform, {
    name: 'spring',
    category: 'MARKETING',
    components: [templateBody('Hi {{1}}, we open soon.', 'Ada')],
  });
  await addTemplate(rig.messaging.platform, { name: 'plain' });
  await dashboard('POST', '/template-sync');
  await eventually(async () => {
    const { body } = await rig.messaging.workspace.api('GET', '/templates?search=plain');
    return body.data.length > 0;
  });
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
  await rig.messaging.hello(phone, 'one');
  // The customer's machine repeats whatever it reads.
  for (let turn = 0; turn < MESSAGES_PER_HOUR; turn += 1) {
    const sent = await eventually(async () => {
      const all = await sentTo(phone);
      return all.length > turn ? all : undefined;
    });
    await rig.messaging.hello(phone, sent[0].content);
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
  await rig.messaging.hello(phone);
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
  await rig.messaging.hello(phone, 'price');
  const [run] = await finished(made);
  const { database } = rig.messaging.server.container;
  const tenantId = rig.messaging.workspace.scope.key;
  const set = (columns: string) =>
    database.run(`UPDATE automation_runs SET ${columns} WHERE tenant_id = :tenantId AND id = :id`, {
      ...{ tenantId, id: decodeId(run?.id ?? '') },
    });
  await set(`action_count = ${ACTIONS_PER_DAY - 1}`);
  await rig.messaging.hello(phone, 'price');
  await rig.messaging.hello(phone, 'price');
  expect((await finished(made, 3)).map(({ result, reason }) => reason ?? result)).toEqual([
    'daily_limit',
    'done',
    'done',
  ]);
  await rig.messaging.hello(nextPhone(), 'price');
  expect((await finished(made, 4))[0]).toMatchObject({ result: 'done' });
  // A day later the first ones count no more.
  await set('acted_at = acted_at - INTERVAL 25 HOUR');
  await rig.messaging.hello(phone, 'price');
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
  await rig.messaging.hello(phone);
  await rig.messaging.platform.configure({ sendLatencyMs: 5_000 });
  // The messages of a contact go out one after the other: the second one waits.
  await rig.messaging.hello(phone, 'price');
  await eventually(async () => (await sentTo(phone)).length === 3);
  await api('PATCH', `/contacts/${phone}`, { marketing: 'unsubscribed' });
  await rig.messaging.platform.configure({ sendLatencyMs: 0 });
  const settled = await eventually(async () => {
    const sent = await sentTo(phone);
    return sent.every(({ status }) => status !== 'queued') && sent;
  });
  expect(settled.find(({ templateName }) => templateName === 'plain').status).not.toBe('failed');
  expect(settled.find(({ type }) => type === 'text').status).not.toBe('failed');
  const refused = settled.find(({ templateName }) => templateName === 'spring');
  expect([refused.status, refused.error.code]).toEqual(['failed', 'contact_unsubscribed']);
  expect(await rig.messaging.callsOf(refused.id)).toEqual([]);
  // A person who sends it again knows better.
  const retried = await dashboard('POST', `/messages/${refused.id}/retry`);
  expect([retried.status, retried.body.error]).toEqual([200, null]);
  const again = await eventually(async () => {
    const message = await rig.messaging.message(phone, refused.id);
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
  await rig.messaging.hello(phone);
  await api('PATCH', `/contacts/${phone}`, { marketing: 'unsubscribed' });
  await rig.messaging.hello(phone, 'price');
  expect((await finished(made))[0]).toMatchObject({
    result: 'partly',
    actions: [{ reason: 'unsubscribed' }, { result: 'done' }],
  });
  await dashboard('DELETE', `/automation-rules/${made.id}`);
  expect((await sentTo(phone)).map(({ templateName }) => templateName)).toEqual(['plain']);

  // A word such as STOP has its own answer, which says what it is.
  const all = await rule({ trigger: keyword('stop', 'price') });
  const leaving = nextPhone();
  await rig.messaging.hello(leaving, 'STOP');
  await eventually(async () => (await sentTo(leaving)).length === 1);
  expect((await sentTo(leaving))[0]).toMatchObject({ sentBy: 'consent' });
  expect(await runsOf(all)).toEqual([]);

  const blocked = nextPhone();
  await rig.messaging.hello(blocked);
  await api('PATCH', `/contacts/${blocked}`, { blocked: true });
  await rig.messaging.hello(blocked, 'price');
  const urgent = await label('Late');
  const late = await rule({ trigger: { kind: 'label_added', labelId: urgent } });
  const old = nextPhone();
  await rig.messaging.hello(old);
  const { id } = await conversation(old);
  await rig.messaging.server.container.database.run(
    `UPDATE conversations SET last_inbound_at = UTC_TIMESTAMP(3) - INTERVAL 25 HOUR
     WHERE tenant_id = :tenantId AND id = :id`,
    { tenantId: rig.messaging.workspace.scope.key, id: decodeId(id) },
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
  await rig.messaging.hello(phone, 'price');
  expect((await finished(made))[0]).toMatchObject({ result: 'failed', reason: 'label_missing', actions: [] });
  expect((await dashboard('GET', `/automation-rules/${made.id}`)).body).toMatchObject({
    ...{ isEnabled: false, problem: 'label_missing' },
  });
  await rig.messaging.hello(phone, 'price');
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
