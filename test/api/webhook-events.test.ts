import { expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type AnyWebhookEvent, WEBHOOK_SCHEMAS } from '../../shared/events/webhook-event.ts';
import { envelope, eventually, postCallback } from '../helpers/platform.ts';
import { addTemplate } from '../helpers/templates.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const rig = setUpWebhooks();

it('an endpoint with all events receives those of every kind', async () => {
  const { workspace, phone, events, endpoint } = await rig.setUp({ events: ['message.received', '*'] });
  expect(endpoint).toMatchObject({ events: ['*'] });
  /** Waits for the latest event of a type, and checks its format. */
  const received = (type: AnyWebhookEvent['type']) =>
    eventually(async () => {
      const event = (events() as AnyWebhookEvent[]).findLast((one) => one.type === type);
      return event && WEBHOOK_SCHEMAS[type].parse(event);
    });
  const customer = (type: string, payload: unknown, extra: object) =>
    rig.platform.control('POST', `/accounts/${demoAccount.phoneNumberId}/chats/${phone}/messages`, {
      ...{ type, payload },
      ...extra,
    });

  const { body: hello } = await rig.platform.customerWrites(phone, 'What I said');
  expect(await received('contact.created')).toMatchObject({ data: { contact: { phone } } });
  const first = await received('message.received');
  expect(first).toMatchObject({ data: { message: { content: 'What I said' } } });

  const { body: sent } = await workspace.api('POST', '/messages/send', {
    ...{ contactId: phone, type: 'text', content: 'On it' },
  });
  expect(await received('message.created')).toMatchObject({
    data: { message: { id: sent.id, status: 'queued', direction: 'outbound' } },
  });
  expect(await received('message.updated')).toMatchObject({ data: { message: { id: sent.id } } });

  const { id: inboundId } = (first as { data: { message: { id: string } } }).data.message;
  await workspace.api('POST', `/messages/${inboundId}/reaction`, { emoji: '👍' });
  expect(await received('message.reaction')).toMatchObject({
    data: { message: { id: inboundId, reactions: [{ emoji: '👍', direction: 'outbound' }] } },
  });
  const change = { original_message_id: hello.id };
  await customer('edit', { ...change, message: { type: 'text', text: { body: 'What I meant' } } }, {});
  expect(await received('message.edited')).toMatchObject({
    data: { message: { id: inboundId, content: 'What I meant' } },
  });
  await customer('revoke', change, {});
  expect(await received('message.deleted')).toMatchObject({
    data: { message: { id: inboundId, revokedAt: expect.any(String) } },
  });
  await workspace.api('PATCH', `/conversations/${phone}`, { status: 'closed' });
  expect(await received('conversation.updated')).toMatchObject({
    data: { conversation: { status: 'closed', contact: { phone } } },
  });
  await workspace.api('PATCH', `/contacts/${phone}`, { name: 'Renamed' });
  expect(await received('contact.updated')).toMatchObject({ data: { contact: { name: 'Renamed' } } });

  await addTemplate(rig.platform, { name: 'spring' });
  await workspace.dashboard('POST', '/template-sync');
  const broadcast = await eventually(async () => {
    const { status, body } = await workspace.api('POST', '/broadcasts', {
      ...{ name: 'Spring', template: { name: 'spring', language: 'en' }, audience: { all: true } },
    });
    return status === 201 && body;
  });
  expect(await received('broadcast.completed')).toMatchObject({
    data: { broadcast: { id: broadcast.id, counts: { recipients: 1 } } },
  });
  await workspace.dashboard('POST', '/automation-rules', {
    ...{ name: 'Watch', trigger: { kind: 'keyword', words: ['price'], match: 'contains' }, conditions: [] },
    ...{ actions: [{ kind: 'webhook' }], pauseHours: 1, isEnabled: true },
  });
  await rig.platform.customerWrites(phone, 'The price?');
  expect(await received('automation.triggered')).toMatchObject({ data: { rule: { name: 'Watch' } } });
  await rig.platform.configure({ tokenExpired: true });
  await workspace.api('POST', '/messages/send', { contactId: phone, type: 'text', content: 'Still there?' });
  expect(await received('channel.updated')).toMatchObject({
    data: { channel: { state: 'credentials_refused' } },
  });
  await rig.platform.configure({ tokenExpired: false });

  const { contact } = (first as { data: { contact: { id: string } } }).data;
  await workspace.api('DELETE', `/contacts/${contact.id}`);
  expect(await received('contact.deleted')).toMatchObject({ data: { contact: { id: contact.id } } });
  const deletions = (events() as AnyWebhookEvent[]).filter(({ type }) => type === 'contact.deleted');
  expect(deletions).toHaveLength(1);
});

it('the usual two are sent when none are named', async () => {
  const { workspace, phone, path, events, endpoint } = await rig.setUp();
  expect(endpoint).toMatchObject({ events: ['message.received', 'message.updated'] });
  await rig.platform.customerWrites(phone, 'hello');
  await rig.untilReceived(path, 1);
  await workspace.api('PATCH', `/contacts/${phone}`, { name: 'Renamed' });
  await workspace.api('POST', '/messages/send', { contactId: phone, type: 'text', content: 'hi' });
  await rig.untilReceived(path, 3);
  expect(new Set(events().map(({ type }) => type))).toEqual(new Set(['message.received', 'message.updated']));
});

it('a program sends a test event of any type, once per Idempotency-Key', async () => {
  const { workspace, id, path, events } = await rig.setUp();
  const { status, body } = await workspace.api('POST', `/webhook-endpoints/${id}/test`, {
    type: 'channel.updated',
  });
  expect([status, body.type]).toEqual([201, 'channel.updated']);
  await rig.untilReceived(path, 1);
  expect(events()[0]).toMatchObject({
    id: body.eventId,
    type: 'channel.updated',
    tenantId: workspace.tenantId,
  });
  const unknown = await workspace.api('POST', '/webhook-endpoints/whe_00000000000000000000000000/test', {});
  expect(unknown.body.error.code).toBe('webhook_endpoint_not_found');
});

it('a test event without a body is a received message', async () => {
  const { workspace, id, path, events } = await rig.setUp();
  const { status, body } = await workspace.api('POST', `/webhook-endpoints/${id}/test`);
  expect([status, body.type]).toEqual([201, 'message.received']);
  await rig.untilReceived(path, 1);
  expect(events()[0]).toMatchObject({ id: body.eventId, type: 'message.received' });
});

it('what only members see of a conversation or of the number is no event', async () => {
  const { workspace, phone, events, write } = await rig.setUp({
    events: ['conversation.updated', 'channel.updated'],
  });
  const { api } = workspace;
  const types = () =>
    (events() as AnyWebhookEvent[]).map((event) =>
      event.type === 'conversation.updated' ? event.data.conversation.status : event.type,
    );
  await write('hello');
  await eventually(async () => (await api('GET', `/conversations/${phone}`)).status === 200);
  await api('PATCH', `/conversations/${phone}`, { status: 'closed' });
  await eventually(async () => types().includes('closed'));

  const { data: members } = (await api('GET', '/members')).body;
  const note = { content: 'Paid today', mentions: [members[0].id] };
  expect((await api('POST', `/conversations/${phone}/notes`, note)).status).toBe(201);
  await postCallback(rig.server, workspace, envelope({ event: 'VERIFIED_ACCOUNT' }, 'account_update'));
  // Open pages read the checks again when the job has run them, which is the second of these events.
  await eventually(async () => {
    const { body } = await workspace.dashboard('GET', '/events?since=0');
    const announced = body.events.filter(
      ({ payload }: { payload: { isSameState?: true } }) => payload.isSameState,
    );
    return announced.length >= 2;
  });

  await api('PATCH', `/conversations/${phone}`, { status: 'open' });
  await eventually(async () => types().includes('open'));
  expect(types()).not.toContain('channel.updated');
  expect(types().filter((type) => type === 'closed')).toHaveLength(1);
});

it('a merge is an event of its own, and earlier events of the merged contact are not lost', async () => {
  const { workspace, phone, write, events } = await rig.setUp({
    events: ['contact.updated', 'contact.deleted'],
  });
  await write('before the merge');
  const source = await eventually(async () => {
    const { status, body } = await workspace.api('GET', `/contacts/${phone}`);
    return status === 200 && body;
  });
  const target = (await workspace.api('POST', '/contacts', { phone: `9${phone}`, name: 'Stays' })).body;
  await workspace.api('POST', `/contacts/${source.id}/merge`, { into: target.id });
  const deleted = await eventually(async () =>
    (events() as AnyWebhookEvent[]).find(({ type }) => type === 'contact.deleted'),
  );
  expect(WEBHOOK_SCHEMAS['contact.deleted'].parse(deleted).data).toEqual({
    contact: { id: source.id, mergedInto: target.id },
  });
  expect((events() as AnyWebhookEvent[]).map(({ type }) => type)).toEqual([
    'contact.updated',
    'contact.deleted',
  ]);

  // An endpoint that was added later is sent what it missed, with the contact as it was then.
  const late = await rig.addEndpoint(workspace, `/late/${phone}`, { events: ['message.received'] });
  const { body: missing } = await workspace.dashboard('POST', `/webhook-endpoints/${late.id}/send-missing`, {
    since: new Date(Date.now() - 60_000).toISOString(),
  });
  expect(missing.count).toBe(1);
  const [request] = await rig.untilReceived(`/late/${phone}`, 1);
  expect(JSON.parse(String(request?.body))).toMatchObject({
    data: { contact: { id: source.id }, message: { content: 'before the merge' } },
  });
});

it('nothing about a simulated customer is sent, also when missing events are, or when it is deleted or merged', async () => {
  const types = ['contact.created', 'contact.updated', 'contact.deleted', 'conversation.updated'];
  const { workspace, phone, write, events } = await rig.setUp({ events: types });
  const { api } = workspace;
  const since = new Date(Date.now() - 60_000).toISOString();
  const simulated = await Promise.all(
    ['99900000000001', '99900000000002', '99900000000003'].map(
      async (phone) => (await api('POST', '/contacts', { phone })).body,
    ),
  );
  await workspace.dashboard('POST', `/contacts/${simulated[0].id}/conversation`);
  expect((await api('POST', `/contacts/${simulated[0].id}/merge`, { into: simulated[1].id })).status).toBe(
    200,
  );
  expect((await api('DELETE', `/contacts/${simulated[1].id}`)).status).toBe(200);
  await write('a real one');
  const real = await eventually(async () => {
    const { status, body } = await api('GET', `/contacts/${phone}`);
    return status === 200 && body;
  });
  await api('DELETE', `/contacts/${real.id}`);
  const deleted = () => (events() as AnyWebhookEvent[]).filter(({ type }) => type === 'contact.deleted');
  expect(await eventually(async () => deleted()[0])).toMatchObject({ data: { contact: { id: real.id } } });
  const bodies = (path: string) => rig.receiver.at(path).map(({ body }) => String(body));
  for (const { id } of simulated) expect(JSON.stringify(events())).not.toContain(id);

  const late = await rig.addEndpoint(workspace, `/late/${phone}`, { events: types });
  const { body } = await workspace.dashboard('POST', `/webhook-endpoints/${late.id}/send-missing`, { since });
  await rig.untilReceived(`/late/${phone}`, body.count);
  expect(bodies(`/late/${phone}`).some((one) => one.includes(real.id))).toBe(true);
  for (const { id } of simulated)
    expect(bodies(`/late/${phone}`).filter((one) => one.includes(id))).toEqual([]);
});
