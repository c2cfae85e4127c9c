import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyOf, inboundSteps, parkedOf } from '../helpers/inbound.ts';
import { envelope, eventually, textMessage } from '../helpers/platform.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { createConnected, post, untilProcessed } = inboundSteps(() => server);

type Json = ReturnType<typeof JSON.parse>;

/** Fields of the platform's notices that have no support yet, with a part of what they hold. */
const FIELDS: Record<string, object> = {
  group_lifecycle_update: { groups: [{ group_id: 'G1', type: 'group_create' }] },
  group_settings_update: { groups: [{ group_id: 'G1', type: 'group_settings_update' }] },
  payment_configuration_update: { configuration_name: 'main', provider_name: 'razorpay' },
};

it('holdout-21: events without support are kept under the name of their field, and can be retried', async () => {
  const workspace = await createConnected();
  for (const [field, value] of Object.entries(FIELDS)) await post(workspace, envelope(value, field));
  await untilProcessed(workspace);
  const items = await parkedOf(workspace);
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  for (const { id, kind, canRetry, reasonCode } of items) {
    expect([kind, canRetry, reasonCode]).toEqual([kind, true, 'not_supported']);
    const { raw } = (await workspace.dashboard('GET', `/parked-items/${id}`)).body;
    expect(JSON.parse(raw)).toMatchObject(FIELDS[kind] ?? {});
  }
  // Nothing is lost by a retry of a version that has no support either.
  expect((await workspace.dashboard('POST', '/parked-items/retry', {})).body.retried).toBe(items.length);
  await untilProcessed(workspace);
  expect((await parkedOf(workspace)).map(({ kind }) => kind).toSorted()).toEqual(
    Object.keys(FIELDS).toSorted(),
  );
});

it('holdout-22: a text of a group says so, also when it was stored by an earlier version', async () => {
  const workspace = await createConnected();
  const phone = '15550144022';
  await post(
    workspace,
    envelope({
      messages: [
        textMessage(phone, 'to all', { group_id: 'Y2FwaV9ncm91cDox' }),
        textMessage(phone, 'private'),
        textMessage(phone, 'numbered', { group_id: 42 }),
        textMessage(phone, 'odd', { group_id: { id: 1 } }),
      ],
    }),
  );
  await untilProcessed(workspace);
  const groups = async () =>
    (await historyOf(workspace, phone)).toReversed().map(({ inbound }) => inbound?.group ?? null);
  const expected = [{ id: 'Y2FwaV9ncm91cDox' }, null, { id: '42' }, null];
  expect(await groups()).toEqual(expected);
  await server.container.database.run(
    `UPDATE messages SET facts = '{"version":1}' WHERE tenant_id = :tenantId AND facts IS NOT NULL`,
    { tenantId: workspace.scope.key },
  );
  expect(await groups()).toEqual(expected);
});

it('holdout-23: edits, reactions and deletions are on the message and reach the screens', async () => {
  const workspace = await createConnected();
  const phone = '15550144023';
  const first = textMessage(phone, 'first');
  const target = { original_message_id: first.id };
  const change = (type: string, part: object) =>
    textMessage(phone, '', { type, text: undefined, [type]: part });
  await post(
    workspace,
    envelope({
      messages: [
        first,
        change('reaction', { message_id: first.id, emoji: '👍' }),
        change('edit', { ...target, message: { type: 'text', text: { body: 'second' } } }),
        change('revoke', target),
      ],
    }),
  );
  await untilProcessed(workspace);
  const [message] = await historyOf(workspace, phone);
  expect(message).toMatchObject({
    content: 'second',
    reactions: [{ emoji: '👍' }],
    revokedAt: expect.any(String),
  });
  const { events } = await eventually(async () => (await workspace.dashboard('GET', '/events?since=0')).body);
  const names = events.map(({ name }: Json) => name);
  expect(names).toEqual(expect.arrayContaining(['message.received', 'message.reacted', 'message.changed']));
  expect(await parkedOf(workspace)).toEqual([]);
});
