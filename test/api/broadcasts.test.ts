import { expect, it } from 'vitest';
import { plain, setUpBroadcasts } from '../helpers/broadcasts.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { templateBody } from '../helpers/templates.ts';
import { createWorkspace } from '../helpers/test-server.ts';

const rig = setUpBroadcasts([
  {
    name: 'spring',
    category: 'MARKETING',
    components: [templateBody('Hi {{1}}, we open in {{2}}.', 'Ada', 'Leiden')],
  },
]);
const { setUp, addContacts, whenDone, recipientsOf } = rig;

const components = [
  {
    type: 'body',
    parameters: [
      { type: 'text', text: '{{contact.first_name}}' },
      { type: 'text', text: '{{contact.attributes.city|your city}}' },
    ],
  },
];
const spring = { name: 'spring', language: 'en', components };

it('sends everyone of a tag their own message, and says why others get none', async () => {
  const workspace = await setUp();
  await workspace.dashboard('POST', '/contact-fields', { key: 'city', name: 'City', type: 'text' });
  const [first = ''] = await addContacts(workspace, 1, {
    name: 'Ada Lovelace',
    attributes: { city: 'Delft' },
  });
  const others = await addContacts(workspace, 5);
  const [blocked] = await addContacts(workspace, 1);
  await workspace.api('PATCH', `/contacts/${blocked}`, { blocked: true });
  await addContacts(workspace, 2, { marketing: 'unsubscribed' });
  await workspace.api('POST', '/contacts', { name: 'Refused', phone: '15550131026', tags: ['news'] });
  await addContacts(workspace, 1, { tags: ['other'] });
  // A customer of a rehearsal.
  await workspace.api('POST', '/contacts', { name: 'Practice', phone: '99901234567890', tags: ['news'] });

  const input = { name: 'Spring', template: spring, audience: { tag: 'news' } };
  const preview = await workspace.dashboard('POST', '/broadcast-preview', input);
  expect(preview.body.counts).toMatchObject({
    recipients: 7,
    excluded: { blocked: 1, unsubscribed: 2, no_phone: 1 },
  });
  expect(preview.body.samples.map(({ text }: { text: string }) => text)).toContain(
    'Hi Ada, we open in Delft.',
  );

  const { status, body } = await workspace.api('POST', '/broadcasts', input);
  expect([status, body.status, body.counts.recipients]).toEqual([201, 'running', 7]);
  const done = await whenDone(workspace, body.id, { failed: 1 });
  expect(done.counts).toMatchObject({
    ...{ recipients: 7, waiting: 0, queued: 0, sent: 6, failed: 1, retriable: 0 },
    excluded: { blocked: 1, unsubscribed: 2, no_phone: 1, already_reached: 0 },
  });
  const { body: messages } = await workspace.api('GET', `/messages/${first}`);
  expect(messages.data).toMatchObject([{ content: 'Hi Ada, we open in Delft.', type: 'template' }]);
  const people = await recipientsOf(workspace, body.id);
  expect(people).toHaveLength(11);
  expect(people.filter(({ reason }) => reason === 'unsubscribed')).toHaveLength(2);
  expect(people.find(({ contact }) => contact.phone === '15550131026')).toMatchObject({
    ...{ result: 'failed', error: { code: '131026' }, canRetry: false },
  });

  // The figures of a broadcast open the people that they count.
  const listed = async (result: string): Promise<number> =>
    (await workspace.api('GET', `/broadcasts/${body.id}/recipients?result=${result}`)).body.data.length;
  expect(await listed('included')).toBe(7);
  await eventually(async () => {
    const { counts } = (await workspace.api('GET', `/broadcasts/${body.id}`)).body;
    return counts.delivered > 0 && (await listed('received')) === counts.delivered;
  });

  // A conversation that a broadcast begins is nobody's work, and its message names the broadcast.
  const { body: open } = await workspace.dashboard('GET', '/conversations?view=open');
  expect(open.data).toEqual([]);
  const { body: closed } = await workspace.dashboard('GET', '/conversations?view=closed');
  const thread = await workspace.dashboard('GET', `/conversations/${closed.data[0].id}/messages`);
  expect(thread.body.data[0].broadcast).toEqual({ id: body.id, name: 'Spring' });

  // The same name again reaches only those who were not reached.
  const again = await workspace.api('POST', '/broadcasts', { ...input, audience: { all: true } });
  const second = await whenDone(workspace, again.body.id, { failed: 1 });
  expect(second.counts).toMatchObject({
    recipients: 2,
    sent: 1,
    failed: 1,
    excluded: { already_reached: 6 },
  });
  expect(
    (await Promise.all(others.map((phone) => workspace.api('GET', `/messages/${phone}`)))).map(
      (answer) => answer.body.data.length,
    ),
  ).toEqual([1, 1, 1, 1, 1]);

  await rig.platform.customerWrites(first, 'Gladly!');
  const replied = await eventually(async () => {
    const { body: page } = await workspace.api('GET', `/broadcasts/${body.id}/recipients?result=replied`);
    return page.data.length > 0 && page.data;
  });
  expect(replied).toMatchObject([{ contact: { phone: first }, replied: true }]);
  // The reply opens the conversation, in which the message before it names the broadcast.
  const { body: inbox } = await workspace.dashboard('GET', '/conversations?view=open');
  expect(inbox.data).toMatchObject([{ id: replied[0].conversationId, contact: { phone: first } }]);
  const { body: answered } = await workspace.dashboard('GET', `/conversations/${inbox.data[0].id}/messages`);
  expect(answered.data).toHaveLength(2);
  expect(answered.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ direction: 'inbound', content: 'Gladly!' }),
      expect.objectContaining({ direction: 'outbound', broadcast: { id: body.id, name: 'Spring' } }),
    ]),
  );
});

it('excludes people without a value for a variable that has no fallback', async () => {
  const workspace = await setUp();
  const phones = await addContacts(workspace, 2);
  await workspace.api('PATCH', `/contacts/${phones[0]}`, { email: 'ada@example.com' });
  const [body] = components;
  const template = {
    ...spring,
    components: [
      {
        ...body,
        parameters: [
          { type: 'text', text: 'you' },
          { type: 'text', text: '{{contact.email}}' },
        ],
      },
    ],
  };
  const created = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'Emails', template, audience: { contacts: phones } },
  });
  const done = await whenDone(workspace, created.body.id);
  expect(done.counts).toMatchObject({ recipients: 1, sent: 1, excluded: { missing_value: 1 } });

  const unknown = { ...template, components: JSON.parse(JSON.stringify(template.components)) };
  unknown.components[0].parameters[0].text = '{{contact.shoe_size}}';
  const refused = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'Emails', template: unknown, audience: { contacts: phones } },
  });
  expect([refused.status, refused.body.error.details]).toEqual([
    400,
    [
      {
        path: 'template.components.0.parameters.0.text',
        message: 'has the unknown variable contact.shoe_size',
      },
    ],
  ]);
});

it('retries those failures that may pass, and sends nothing twice', async () => {
  const workspace = await setUp();
  const phones = await addContacts(workspace, 3);
  const { body: marked } = await workspace.api('POST', '/contacts', { name: 'Later', phone: '15550131049' });
  const created = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'Retry', template: plain, audience: { contacts: [...phones, marked.id] } },
  });
  const done = await whenDone(workspace, created.body.id, { failed: 1 });
  expect(done.counts).toMatchObject({ recipients: 4, sent: 3, failed: 1, retriable: 1 });
  expect((await workspace.api('POST', `/broadcasts/${created.body.id}/cancel`)).status).toBe(409);
  // Their number has changed to one that the platform accepts.
  await workspace.api('PATCH', `/contacts/${marked.id}`, { phone: '15550159901' });
  const retried = await workspace.api('POST', `/broadcasts/${created.body.id}/retry`);
  expect([retried.status, retried.body.status]).toEqual([200, 'running']);
  const after = await whenDone(workspace, created.body.id);
  expect(after.counts).toMatchObject({ recipients: 4, sent: 4, failed: 0, retriable: 0 });
  const lists = await Promise.all(phones.map((phone) => workspace.api('GET', `/messages/${phone}`)));
  expect(lists.map(({ body }) => body.data.length)).toEqual([1, 1, 1]);
  expect((await workspace.api('POST', `/broadcasts/${created.body.id}/retry`)).status).toBe(409);
});

it('offers another try only for those who still want and can get the message', async () => {
  const workspace = await setUp();
  const ids: string[] = [];
  for (const [index, name] of ['Blocked', 'Unsubscribed', 'Reached', 'Simulated'].entries()) {
    const { body } = await workspace.api('POST', '/contacts', { name, phone: `1555${index + 3}131049` });
    ids.push(body.id);
  }
  const post = async (contacts: string[]) => {
    const audience = { contacts };
    return (await workspace.api('POST', '/broadcasts', { name: 'Again', template: plain, audience })).body.id;
  };
  const id = await post(ids);
  expect((await whenDone(workspace, id, { failed: 4 })).counts.retriable).toBe(4);
  const [blocked, unsubscribed, reached = '', simulated] = ids;
  await workspace.api('PATCH', `/contacts/${blocked}`, { blocked: true });
  await workspace.api('PATCH', `/contacts/${unsubscribed}`, { marketing: 'unsubscribed' });
  await workspace.api('PATCH', `/contacts/${reached}`, { phone: '15550160001' });
  await workspace.api('PATCH', `/contacts/${simulated}`, { phone: '99901234567891' });
  await whenDone(workspace, await post([reached]));

  const { body: now } = await workspace.api('GET', `/broadcasts/${id}`);
  expect(now.counts).toMatchObject({ failed: 4, retriable: 0 });
  const people = await recipientsOf(workspace, id);
  expect(people.map(({ result, canRetry }) => [result, canRetry])).toEqual(
    Array.from({ length: 4 }, () => ['failed', false]),
  );
  expect(people[0]?.conversationId).toMatch(/^cv_/);
  expect((await workspace.api('POST', `/broadcasts/${id}/retry`)).status).toBe(409);
});

it('sends nothing to those who unsubscribe or are blocked while their message waits', async () => {
  const workspace = await setUp();
  const phones = await addContacts(workspace, 40);
  await rig.platform.configure({ sendLatencyMs: 3_000 });
  try {
    const { body } = await workspace.api('POST', '/broadcasts', {
      ...{ name: 'Slow', template: plain, audience: { contacts: phones } },
    });
    // Everyone has a message, of which the platform has the first 16.
    await eventually(async () => {
      const { counts } = (await workspace.api('GET', `/broadcasts/${body.id}`)).body;
      return counts.waiting === 0 && counts.queued > 20;
    });
    const [stopped, blocked] = phones.slice(-2);
    await workspace.api('PATCH', `/contacts/${stopped}`, { marketing: 'unsubscribed' });
    await workspace.api('PATCH', `/contacts/${blocked}`, { blocked: true });
    // Those that wait need not be slow.
    await rig.platform.configure({ sendLatencyMs: 0 });
    const { counts } = await whenDone(workspace, body.id, { failed: 2 });
    expect(counts).toMatchObject({ sent: 38, failed: 2, retriable: 0 });
    const failed = (await recipientsOf(workspace, body.id)).filter(({ result }) => result === 'failed');
    expect(failed.map(({ contact, error }) => [contact.phone, error?.code])).toEqual([
      [stopped, 'contact_unsubscribed'],
      [blocked, 'contact_blocked'],
    ]);
    const { body: known } = await rig.platform.control('GET', '/sends');
    const reached = new Set(known.data.map(({ waId }: { waId: string }) => waId));
    expect(phones.map((phone) => reached.has(phone))).toEqual(phones.map((_, index) => index < 38));
  } finally {
    await rig.platform.configure({ sendLatencyMs: 0 });
  }
}, 60_000);

it('sends nothing to a customer of a rehearsal: no broadcast, and no other message while a real number is connected', async () => {
  const workspace = await setUp();
  const [phone = '', other = ''] = await addContacts(workspace, 2);
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'Later', template: plain, audience: { contacts: [phone, other] }, sendAt },
  });
  expect(body.counts.waiting).toBe(2);
  const simulated = '99901234567892';
  expect((await workspace.api('PATCH', `/contacts/${phone}`, { phone: simulated })).status).toBe(200);
  await rig.server.container.database.run(
    'UPDATE broadcasts SET send_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId',
    { tenantId: workspace.scope.key },
  );
  const { counts } = await whenDone(workspace, body.id);
  expect(counts).toMatchObject({ sent: 1, excluded: { no_phone: 1 } });

  const sent = await workspace.api('POST', '/messages/send', {
    ...{ contactId: simulated, type: 'template', templateName: 'plain', templateLanguage: 'en' },
  });
  const message = await eventually(async () => {
    const { body: found } = await workspace.api('GET', `/messages/${sent.body.id}`);
    return found.status === 'failed' ? found : undefined;
  });
  expect(message.error.code).toBe('no_recipient');
  const { body: known } = await rig.platform.control('GET', '/sends');
  const reached = known.data.map(({ waId }: { waId: string }) => waId);
  expect(reached).toContain(other);
  expect(reached).not.toContain(simulated);
});

it('waits for its time, and can be paused, resumed and cancelled', async () => {
  const workspace = await setUp();
  const phones = await addContacts(workspace, 2);
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'Later', template: plain, audience: { contacts: phones }, sendAt },
  });
  expect([body.status, body.counts.waiting]).toEqual(['scheduled', 2]);
  const act = (action: string) => workspace.api('POST', `/broadcasts/${body.id}/${action}`);
  expect((await act('pause')).body).toMatchObject({ status: 'paused', pauseReason: 'requested' });
  expect((await act('pause')).status).toBe(409);
  expect((await act('resume')).body).toMatchObject({ status: 'scheduled', pauseReason: null });
  expect((await act('cancel')).body).toMatchObject({
    ...{ status: 'canceled', counts: { recipients: 0, excluded: { canceled: 2 } } },
  });
  expect((await act('resume')).status).toBe(409);
  const { body: audit } = await workspace.dashboard('GET', '/audit-log');
  expect(audit.data.slice(0, 4).map(({ action }: { action: string }) => action)).toEqual([
    'broadcast.canceled',
    'broadcast.resumed',
    'broadcast.paused',
    'broadcast.created',
  ]);
});

onlyInSoak(it)(
  'pauses when the platform holds the number back, and goes on when asked',
  async () => {
    const workspace = await setUp();
    await workspace.api('POST', '/contacts', { name: 'Limit', phone: '15550131048', tags: ['news'] });
    await addContacts(workspace, 150);
    // Slow enough that the report comes before the last message.
    await rig.platform.configure({ sendLatencyMs: 500 });
    const { body } = await workspace.api('POST', '/broadcasts', {
      ...{ name: 'Held', template: plain, audience: { tag: 'news' } },
    });
    const held = await whenDone(workspace, body.id, { status: 'paused', failed: 1 });
    expect(held).toMatchObject({ pauseReason: 'platform_limit', counts: { failed: 1 } });
    expect(held.counts.waiting).toBeGreaterThan(0);
    await rig.platform.configure({ sendLatencyMs: 0 });
    await workspace.api('POST', `/broadcasts/${body.id}/resume`);
    const done = await whenDone(workspace, body.id, { failed: 1 });
    expect(done.counts).toMatchObject({ recipients: 151, sent: 150, failed: 1 });
  },
  60_000,
);

onlyInSoak(it)(
  'lets a reply go before the messages of a broadcast',
  async () => {
    const workspace = await setUp();
    const phones = await addContacts(workspace, 40);
    await rig.platform.configure({ sendLatencyMs: 4_000 });
    try {
      const { body } = await workspace.api('POST', '/broadcasts', {
        ...{ name: 'Slow', template: plain, audience: { contacts: phones } },
      });
      await eventually(async () => {
        const { counts } = (await workspace.api('GET', `/broadcasts/${body.id}`)).body;
        return counts.queued > 22;
      });
      // Also to a person whose message of the broadcast still waits.
      const reply = await workspace.api('POST', '/messages/send', {
        ...{ contactId: phones.at(-1), type: 'template', templateName: 'plain', templateLanguage: 'en' },
      });
      expect(reply.body.status).not.toBe('queued');
      const { counts } = (await workspace.api('GET', `/broadcasts/${body.id}`)).body;
      expect(counts.queued, 'messages of the broadcast still wait').toBeGreaterThan(0);
    } finally {
      await rig.platform.configure({ sendLatencyMs: 0 });
    }
  },
  60_000,
);

it('rejects what cannot be sent', async () => {
  const workspace = await setUp();
  const [phone = ''] = await addContacts(workspace, 1);
  const input = { name: 'Wrong', template: plain, audience: { contacts: [phone] } };
  const post = async (changes: object) => {
    const { status, body } = await workspace.api('POST', '/broadcasts', { ...input, ...changes });
    return [status, body.error?.code];
  };
  expect(await post({ template: { ...plain, name: 'unknown' } })).toEqual([404, 'template_not_found']);
  const french = { ...input, template: { ...plain, language: 'fr' } };
  expect((await workspace.api('POST', '/broadcasts', french)).body.error).toMatchObject({
    message: `There is no template ${plain.name} in the language fr. The list of templates shows each name with its languages.`,
    details: [{ path: 'template.name', message: 'is not a template in this language' }],
  });
  expect(await post({ audience: { contacts: ['15550150000'] } })).toEqual([404, 'contact_not_found']);
  expect(await post({ audience: { tag: 'x', all: true } })).toEqual([400, 'validation_failed']);
  expect(await post({ template: { name: 'spring', language: 'en' } })).toEqual([400, 'validation_failed']);
  expect(await post({ sendAt: '2020-01-01T00:00:00Z' })).toEqual([400, 'validation_failed']);
  const stranger = await createWorkspace(rig.server);
  expect((await stranger.api('POST', '/broadcasts', input)).body.error.code).toBe('channel_not_connected');
});

onlyInSoak(it)(
  'holds up no send of another workspace',
  async () => {
    const [busy, other] = [await setUp(), await setUp()];
    await addContacts(busy, 80);
    await rig.platform.configure({ sendLatencyMs: 800 });
    const { body } = await busy.api('POST', '/broadcasts', {
      ...{ name: 'Slow', template: plain, audience: { tag: 'news' } },
    });
    const [phone = ''] = await addContacts(other, 1);
    const sent = await other.api('POST', '/messages/send', {
      contactId: phone,
      type: 'template',
      templateName: 'plain',
      templateLanguage: 'en',
    });
    expect(sent.status).toBe(201);
    await eventually(async () => {
      const { body: page } = await other.api('GET', `/messages/${phone}`);
      return page.data[0]?.status !== 'queued';
    });
    const { counts } = (await busy.api('GET', `/broadcasts/${body.id}`)).body;
    expect(counts.waiting + counts.queued).toBeGreaterThan(0);
    await rig.platform.configure({ sendLatencyMs: 0 });
    await whenDone(busy, body.id);
  },
  90_000,
);
