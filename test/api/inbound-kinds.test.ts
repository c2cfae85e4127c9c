import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';

let rig: Messaging;
let samples: Json[];
beforeAll(async () => {
  rig = await startMessaging();
  samples = (await rig.platform.control('GET', '/samples')).body.data;
});
afterAll(() => rig.stop());

const chat = (phone: string) => `/accounts/${demoAccount.phoneNumberId}/chats/${phone}`;
const sample = async (phone: string, name: string) =>
  (await rig.platform.control('POST', `${chat(phone)}/samples/${name}`)).body;

/** Starts a conversation with a message from each side, and returns the sample as the API has it. */
async function receive(phone: string, name: string): Promise<Json> {
  await rig.hello(phone);
  await rig.send({ contactId: phone, type: 'text', content: 'hello to you' });
  await eventually(async () =>
    (await rig.phone(phone)).some((one) => one.from === 'business' && one.status === 'delivered'),
  );
  const { id } = await sample(phone, name);
  return eventually(async () => (await rig.history(phone)).find((one) => one.platformId === id));
}

const conversation = async (phone: string) =>
  (await rig.workspace.dashboard('GET', `/conversations?search=${phone}`)).body.data[0];

/** What an integrator reads for each sample: type, content, and its part of `inbound`. */
const EXPECTED: Record<
  string,
  { type: string; content?: unknown; inbound: object | null; replyTo?: boolean }
> = {
  image: { type: 'image', inbound: {} },
  video: { type: 'video', inbound: {} },
  voice: { type: 'audio', inbound: { voice: true } },
  audio: { type: 'audio', inbound: { voice: false } },
  document: { type: 'document', inbound: {} },
  sticker: { type: 'sticker', inbound: { animated: false } },
  animated_sticker: { type: 'sticker', inbound: { animated: true } },
  location: {
    type: 'location',
    inbound: { location: { name: 'North Depot', url: 'https://depot.example/' } },
  },
  contacts: {
    type: 'contacts',
    inbound: { cards: [{ name: 'Depot Desk', organization: 'Depot Ltd' }, { name: 'Second Desk' }] },
  },
  order: {
    type: 'order',
    content: 'By Friday, please',
    inbound: { order: { items: [{ productId: 'SKU-1', quantity: 2, price: 30 }, { productId: 'SKU-2' }] } },
  },
  quick_reply: {
    type: 'button',
    content: 'Yes, confirm',
    replyTo: true,
    inbound: { choice: { kind: 'quick_reply', id: 'CONFIRM_17' } },
  },
  button_reply: {
    type: 'interactive',
    content: 'Option A',
    replyTo: true,
    inbound: { choice: { kind: 'button', id: 'opt-a' } },
  },
  list_reply: {
    type: 'interactive',
    content: '14:00',
    replyTo: true,
    inbound: { choice: { kind: 'list', description: 'North Depot' } },
  },
  form: {
    type: 'interactive',
    content: 'Sent',
    replyTo: true,
    inbound: { choice: { kind: 'form', form: { rating: '4' } } },
  },
  reply: { type: 'text', content: 'This one', replyTo: true, inbound: null },
  forwarded: { type: 'text', inbound: { forwarded: 'once' } },
  frequently_forwarded: { type: 'text', inbound: { forwarded: 'often' } },
  product: { type: 'text', inbound: { product: { productId: 'SKU-1', catalogId: '500000000000001' } } },
  referral: {
    type: 'text',
    inbound: { referral: { sourceType: 'ad', headline: 'Spring offer', clickId: 'clid-1' } },
  },
  number_changed: { type: 'system', inbound: { system: { kind: 'number_changed' } } },
  user_id_changed: { type: 'system', inbound: { system: { kind: 'user_id_changed' } } },
  identity_changed: {
    type: 'system',
    content: 'Security code changed',
    inbound: { system: { kind: 'identity_changed' } },
  },
  request_welcome: { type: 'system', inbound: { system: { kind: 'chat_opened' } } },
  unsupported: { type: 'unsupported', inbound: { unsupported: { kind: 'poll', code: '131051' } } },
  unknown: { type: 'unsupported', inbound: { unsupported: { kind: 'unknown', code: '131051' } } },
  new_kind: { type: 'unsupported', inbound: { unsupported: { kind: 'hologram', code: null } } },
  media_lost: {
    type: 'unsupported',
    inbound: { unsupported: { code: '131052', reason: expect.stringMatching(/too large/) } },
  },
  interactive_empty: {
    type: 'unsupported',
    inbound: { unsupported: { kind: 'interactive', code: '131051' } },
  },
};
const phoneFor = (name: string) => `1555018${1_000 + Object.keys(EXPECTED).indexOf(name) * 10}`;

/** Samples that change an existing message and are not messages. */
const CHANGES = ['reaction', 'reaction_removed', 'edit', 'revoke'];

it('every sample of the phone page is tested here', () => {
  expect(samples.map(({ name }) => name).sort()).toEqual([...Object.keys(EXPECTED), ...CHANGES].sort());
});

describe('inbound messages', () => {
  it.each(Object.entries(EXPECTED))(
    'of kind %s have their type, content and inbound fields',
    async (name, { type, content, inbound, replyTo }) => {
      const phone = phoneFor(name);
      const message = await receive(phone, name);
      expect(message).toMatchObject({
        ...{ type, direction: 'inbound', status: 'received', revokedAt: null, editedAt: null, edits: [] },
        ...(content === undefined ? {} : { content }),
      });
      if (inbound === null) expect(message.inbound).toBeNull();
      else expect(message.inbound).toMatchObject(inbound);
      expect(message.payload === null).toBe(inbound === null);
      expect(message.replyTo !== null).toBe(replyTo === true);
      const isNotice = type === 'system';
      const { unreadCount, lastMessage } = await conversation(phone.slice(0, 10));
      expect(lastMessage.type).toBe(type);
      expect(unreadCount).toBe(isNotice ? 1 : 2);
    },
  );

  it('have the same fields if they were stored without facts', async () => {
    const { database } = rig.server.container;
    const { key: tenantId } = rig.workspace.scope;
    const phone = '15550185550';
    const names = [
      'voice',
      'contacts',
      'order',
      'form',
      'referral',
      'forwarded',
      'unsupported',
      'media_lost',
      'image',
    ];
    await rig.hello(phone);
    const ids = await Promise.all(names.map(async (name) => (await sample(phone, name)).id));
    const shown = () => rig.history(phone).then((all) => all.filter((one) => ids.includes(one.platformId)));
    const before = await eventually(async () => {
      const all = await shown();
      const isFetched = all.every(({ media }) => media === null || media.state !== 'fetching');
      return all.length === ids.length && isFetched && all;
    });
    const ofThem = 'tenant_id = :tenantId AND platform_id IN (:ids)';
    const stored = await database.select<{ facts: unknown }>(`SELECT facts FROM messages WHERE ${ofThem}`, {
      tenantId,
      ids,
    });
    for (const { facts } of stored) expect(facts).not.toBeNull();
    await database.run(`UPDATE messages SET facts = NULL WHERE ${ofThem}`, { tenantId, ids });
    expect(await shown()).toEqual(before);
  });

  it('that are notices do not open the reply window', async () => {
    const phone = '15550185555';
    const { id } = await sample(phone, 'request_welcome');
    const message = await eventually(async () =>
      (await rig.history(phone)).find((one) => one.platformId === id),
    );
    expect(message.type).toBe('system');
    expect(await conversation(phone)).toMatchObject({ windowExpiresAt: null, unreadCount: 0 });
  });
});

describe('a message that the customer', () => {
  const now = (phone: string, platformId: string, wanted: (message: Json) => boolean) =>
    eventually(async () => {
      const message = (await rig.history(phone)).find((one) => one.platformId === platformId);
      return message && wanted(message) && message;
    });

  it('edits shows the new content, keeps the old one, and sends an event', async () => {
    const phone = '15550186001';
    const first = await rig.hello(phone, 'What I said');
    await sample(phone, 'edit');
    const edited = await now(phone, first.platformId, (one) => one.editedAt !== null);
    expect(edited).toMatchObject({
      content: 'What I meant to say',
      edits: [{ content: 'What I said', caption: null, at: edited.editedAt }],
      revokedAt: null,
    });
    expect((await conversation(phone)).lastMessage.preview).toBe('What I meant to say');
    expect((await conversation(phone)).unreadCount).toBe(1);
    const { events } = (await rig.workspace.dashboard('GET', '/events?since=0')).body;
    expect(events.at(-1)).toMatchObject({ name: 'message.changed', payload: { message: { id: edited.id } } });
    expect((await rig.phone(phone))[0]).toMatchObject({ changed: 'edited', text: 'What I meant to say' });
  });

  it('deletes is marked as deleted, and keeps its content', async () => {
    const phone = '15550186002';
    const first = await rig.hello(phone, 'Not for you');
    await sample(phone, 'revoke');
    const deleted = await now(phone, first.platformId, (one) => one.revokedAt !== null);
    expect(deleted).toMatchObject({ content: 'Not for you', edits: [] });
    expect((await conversation(phone)).lastMessage.preview).toBe('Deleted by the customer');
  });

  it('edited, deleted or reacted to before it arrived is changed when it arrives, in any order', async () => {
    const phone = '15550186003';
    await rig.hello(phone);
    const late = textMessage(phone, 'the first words');
    const base = Number(late.timestamp);
    const change = (type: string, parts: object, second: number) => ({
      ...{
        from: phone,
        id: `wamid.change.${phone}.${second}.${type}`,
        timestamp: String(base + second),
        type,
      },
      [type]: { original_message_id: late.id, ...parts },
    });
    const edit = (body: string, second: number) =>
      change('edit', { message: { type: 'text', text: { body } } }, second);
    for (const one of [
      edit('the third', -1),
      edit('the second', -2),
      change('revoke', {}, 0),
      {
        from: phone,
        id: 'wamid.r',
        timestamp: String(base),
        type: 'reaction',
        reaction: { message_id: late.id, emoji: '👍' },
      },
    ])
      await postCallback(rig.server, rig.workspace, envelope({ messages: [one] }));
    const parked = async () => (await rig.workspace.dashboard('GET', '/parked-items')).body.data.length;
    await eventually(async () => (await parked()) === 4);
    await postCallback(rig.server, rig.workspace, envelope({ messages: [late] }));
    const message = await now(phone, late.id, (one) => one.revokedAt !== null && one.reactions.length > 0);
    expect(message).toMatchObject({
      content: 'the third',
      edits: [{ content: 'the first words' }, { content: 'the second' }],
      reactions: [{ emoji: '👍' }],
    });
    await eventually(async () => (await parked()) === 0);
  });

  it('did not write cannot be changed by them', async () => {
    const [phone, other] = ['15550186004', '15550186005'];
    const theirs = await rig.hello(other, 'mine alone');
    await rig.hello(phone);
    const forged = {
      ...{
        from: phone,
        id: 'wamid.forged',
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'revoke',
      },
      revoke: { original_message_id: theirs.platformId },
    };
    await postCallback(rig.server, rig.workspace, envelope({ messages: [forged] }));
    await eventually(async () => {
      const { data } = (await rig.workspace.dashboard('GET', '/parked-items')).body;
      return data.some((item: Json) => item.kind === 'revoke' && item.reasonCode === 'other_author');
    });
    expect(await now(other, theirs.platformId, () => true)).toMatchObject({ revokedAt: null });
  });
});
