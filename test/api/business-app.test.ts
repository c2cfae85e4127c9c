import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { business, now, sendCallback, untilMessage, wamid } from '../helpers/business-app.ts';
import { parkedOf } from '../helpers/inbound.ts';
import { sampleOnPhone } from '../helpers/media.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

/** A number that is also used in the business app on a phone: what the platform reports of it. */
let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(() => rig.stop());

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const conversation = async (phone: string): Promise<Json> =>
  (await api('GET', `/conversations/${phone}`)).body;
const callback = (field: string, value: object) => sendCallback(rig, field, value);
const text = (to: string, body: string, extra: object = {}) => ({
  ...{ from: business, to, id: wamid(), timestamp: String(now()), type: 'text', text: { body } },
  ...extra,
});
const echo = (...messages: object[]) => callback('smb_message_echoes', { message_echoes: messages });
/** Uploads an image; returns it as messages name it. */
async function imageOnPhone() {
  const { id, mimeType } = await sampleOnPhone(rig.platform.url, 'photo');
  return { id, mime_type: mimeType };
}
const until = (phone: string, matches: (message: Json) => unknown) => untilMessage(rig, phone, matches);

describe('what a colleague writes in the business app', () => {
  it('is in the conversation once, answers the customer, and has its ticks', async () => {
    const phone = '15550177001';
    await rig.hello(phone, 'Are you open?');
    expect((await conversation(phone)).lastMessage).toMatchObject({ direction: 'inbound' });
    const written = text(phone, 'Until six.');
    await echo(written);
    await echo({ ...written });
    const stored = await until(phone, ({ content }) => content === 'Until six.');
    expect(stored).toMatchObject({
      ...{ direction: 'outbound', status: 'sent', sentBy: 'business_app', platformId: written.id },
    });
    expect(await conversation(phone)).toMatchObject({
      ...{ status: 'open', lastMessage: { id: stored.id } },
      firstResponseAt: expect.any(String),
    });
    const status = { id: written.id, status: 'read', timestamp: String(now()), recipient_id: phone };
    await callback('messages', { statuses: [status] });
    await until(phone, (one) => one.id === stored.id && one.status === 'read');
    expect(await rig.history(phone)).toHaveLength(2);
    expect(await rig.callsOf(stored.id), 'nothing was sent').toEqual([]);
    const { body } = await api('GET', '/messages?limit=100');
    expect(body.data.map(({ id }: Json) => id)).toContain(stored.id);
  });

  it('makes a contact, has its file, and can be edited, deleted and reacted with', async () => {
    const phone = '15550177002';
    const image = await imageOnPhone();
    const photo = { ...text(phone, ''), type: 'image', text: undefined, image };
    const [wrong, right] = [text(phone, 'Teh price'), text(phone, 'Old price')];
    await echo(photo, wrong, right);
    await until(phone, ({ type, media }) => type === 'image' && media?.state === 'ready');
    const own = (type: string, payload: object) => ({
      ...text(phone, ''),
      text: undefined,
      type,
      [type]: payload,
    });
    await until(phone, ({ content }) => content === 'Teh price');
    await echo(
      own('edit', {
        original_message_id: wrong.id,
        message: { type: 'text', text: { body: 'The price' } },
      }),
      own('revoke', { original_message_id: right.id }),
    );
    await until(phone, ({ content, editedAt }) => content === 'The price' && editedAt);
    await until(phone, ({ content, revokedAt }) => content === 'Old price' && revokedAt);
    const hello = await rig.hello(phone, 'Thank you');
    await echo(own('reaction', { message_id: hello.platformId, emoji: '🙏' }));
    await until(phone, ({ id, reactions }) => id === hello.id && reactions[0]?.direction === 'outbound');
    expect(await parkedOf(rig.workspace)).toEqual([]);
  });

  it('a change that is reported before its message waits for it, also when the customer wrote that', async () => {
    const phone = '15550177004';
    const written = text(phone, 'Teh hours');
    const theirs = { ...text('', 'Thanks'), from: phone, to: undefined };
    const own = (type: string, payload: object) => ({
      ...{ ...text(phone, ''), text: undefined, type, [type]: payload },
    });
    await echo(
      own('edit', {
        original_message_id: written.id,
        message: { type: 'text', text: { body: 'The hours' } },
      }),
      own('reaction', { message_id: theirs.id, emoji: '🙏' }),
    );
    await eventually(async () => (await parkedOf(rig.workspace)).length === 2);
    await echo(written);
    await until(phone, ({ content, editedAt }) => content === 'The hours' && editedAt);
    await callback('messages', {
      contacts: [{ profile: { name: 'Early' }, wa_id: phone }],
      messages: [theirs],
    });
    await until(
      phone,
      ({ content, reactions }) => content === 'Thanks' && reactions[0]?.direction === 'outbound',
    );
    await eventually(async () => (await parkedOf(rig.workspace)).length === 0);
  });
});

it('an answer that is reported after the customer’s next message does not end the wait for that', async () => {
  const phone = '15550177003';
  const minutesAgo = (minutes: number) => String(now() - minutes * 60);
  const asks = (body: string, minutes: number) =>
    callback('messages', {
      contacts: [{ profile: { name: 'Late' }, wa_id: phone }],
      messages: [{ ...text('', body, { timestamp: minutesAgo(minutes) }), from: phone, to: undefined }],
    });
  await asks('Are you open?', 30);
  await asks('And tomorrow?', 10);
  await until(phone, ({ content }) => content === 'And tomorrow?');
  await echo(text(phone, 'Until six.', { timestamp: minutesAgo(40) }));
  await until(phone, ({ content }) => content === 'Until six.');
  expect(await conversation(phone)).toMatchObject({ firstResponseAt: null });
  expect((await conversation(phone)).waitingSince).not.toBeNull();
  await echo(text(phone, 'Tomorrow, too.', { timestamp: minutesAgo(5) }));
  await until(phone, ({ content }) => content === 'Tomorrow, too.');
  expect((await conversation(phone)).waitingSince).toBeNull();
});

describe('the history of a number', () => {
  const past = (days: number) => String(now() - days * 86_400);
  const thread = (id: string, messages: object[]) => ({ history: [{ threads: [{ id, messages }] }] });

  it('is in the conversation, in its order, and is no work for anybody', async () => {
    const phone = '15550177010';
    const messages = Array.from({ length: 45 }, (_, index) => ({
      ...text(phone, `Line ${index}`, { timestamp: past(60 - index) }),
      ...(index % 2 === 0 && { from: phone, to: undefined }),
      history_context: { status: index % 4 === 1 ? 'READ' : 'DELIVERED' },
    }));
    await callback('history', thread(phone, messages));
    await callback('history', thread(phone, messages.slice(0, 10)));
    await eventually(async () => (await api('GET', `/messages/${phone}?limit=100`)).body.data?.length === 45);
    const { data } = (await api('GET', `/messages/${phone}?limit=100`)).body;
    expect(data.map(({ content }: Json) => content).toReversed()).toEqual(
      messages.map(({ text }) => text.body),
    );
    expect(data.at(-2)).toMatchObject({ direction: 'outbound', status: 'read', sentBy: 'business_app' });
    expect(data.at(-1)).toMatchObject({ direction: 'inbound', sentBy: null });
    expect(await conversation(phone)).toMatchObject({
      ...{ status: 'closed', unreadCount: 0 },
      lastMessage: { id: data[0].id },
    });
    expect(Date.parse((await conversation(phone)).windowExpiresAt)).toBeLessThan(Date.now());
    const { id } = await conversation(phone);
    const { events } = (await rig.workspace.dashboard('GET', '/events?since=0&limit=500')).body;
    const changes = events.filter(
      ({ name, payload }: Json) => name === 'conversation.updated' && payload.conversation.id === id,
    );
    expect(changes, 'one for each callback, however many messages it has').toHaveLength(1);
    const reopened = await rig.hello(phone, 'Me again');
    expect(await conversation(phone)).toMatchObject({ status: 'open', lastMessage: { id: reopened.id } });
  });

  it('waits for the file of a recent message, and leaves out none for a message that cannot be read', async () => {
    const phone = '15550177011';
    const id = wamid();
    const placeholder = { from: phone, id, timestamp: past(1), type: 'media_placeholder' };
    const old = { ...placeholder, id: wamid(), timestamp: past(100) };
    const broken = { from: phone, timestamp: past(2), type: 'text', text: { body: 'no id' } };
    const fine = { from: phone, id: wamid(), timestamp: past(3), type: 'text', text: { body: 'fine' } };
    await callback('history', thread(phone, [placeholder, broken, fine, old]));
    await until(phone, ({ content }) => content === 'fine');
    expect((await rig.history(phone)).map(({ type }) => type)).toEqual(['text', 'unsupported']);
    const parked = await eventually(async () => {
      const rows = await parkedOf(rig.workspace);
      return rows.length > 0 && rows;
    });
    expect(parked).toMatchObject([{ kind: 'history' }]);
    const image = await imageOnPhone();
    await callback('history', { messages: [{ ...placeholder, type: 'image', image }] });
    await until(phone, ({ type, media }) => type === 'image' && media?.state === 'ready');
  });

  it('of another number is parked', async () => {
    const value = { ...thread('15550177012', [text('15550177012', 'x')]) };
    await callback('history', { ...value, metadata: { phone_number_id: '1' } });
    await eventually(async () => (await parkedOf(rig.workspace)).length === 2);
    expect((await api('GET', '/messages/15550177012')).status).toBe(404);
  });
});

it('the history does not bring back what was erased, also when the person has written again', async () => {
  const phone = '15550177013';
  await rig.hello(phone, 'Before');
  await api('DELETE', `/contacts/${phone}`);
  await rig.hello(phone, 'Again');
  const old = text(phone, 'Long ago', { timestamp: String(now() - 2 * 86_400) });
  const marker = text('15550177014', 'Of another person', { timestamp: String(now() - 86_400) });
  const status = { history_context: { status: 'READ' } };
  const threads = [
    { id: phone, messages: [{ ...old, ...status }] },
    { id: '15550177014', messages: [{ ...marker, ...status }] },
  ];
  await callback('history', { history: [{ threads }] });
  await until('15550177014', ({ content }) => content === 'Of another person');
  expect((await rig.history(phone)).map(({ content }) => content)).toEqual(['Again']);
});

it('an invalid entry of the address book does not keep the others out', async () => {
  const phone = '15550177023';
  const valid = {
    ...{ type: 'contact', action: 'add', metadata: { timestamp: String(now()) } },
    contact: { full_name: `${'n'.repeat(199)}😀 and more`, first_name: null, phone_number: phone },
  };
  const before = (await parkedOf(rig.workspace)).length;
  await callback('smb_app_state_sync', { state_sync: [{ type: 'contact' }, valid] });
  await eventually(async () => (await parkedOf(rig.workspace)).length > before);
  const { name } = (await api('GET', `/contacts/${phone}`)).body;
  expect(name).toBe(`${'n'.repeat(199)}😀`);
});

it('a long address book is worked through in parts: only the part with an invalid entry is parked', async () => {
  const phones = Array.from({ length: 50 }, (_, index) => `155501771${String(index).padStart(2, '0')}`);
  const entries = phones.map((phone) => ({
    ...{ type: 'contact', action: 'add', metadata: { timestamp: String(now()) } },
    contact: { full_name: `Entry ${phone}`, first_name: null, phone_number: phone },
  }));
  const before = new Set((await parkedOf(rig.workspace)).map(({ id }) => id));
  await callback('smb_app_state_sync', { state_sync: [...entries, { type: 'contact' }] });
  const [parked] = await eventually(async () => {
    const rows = (await parkedOf(rig.workspace)).filter(({ id }) => !before.has(id));
    return rows.length > 0 && rows;
  });
  const { body } = await rig.workspace.dashboard('GET', `/parked-items/${parked?.id}`);
  expect(JSON.parse(body.raw).state_sync).toHaveLength(11);
  for (const phone of [phones[0], phones.at(-1)])
    expect((await api('GET', `/contacts/${phone}`)).body.name).toBe(`Entry ${phone}`);
});

it('the address book of the phone becomes contacts; names that are here stay', async () => {
  const [added, known, removed] = ['15550177020', '15550177021', '15550177022'];
  await api('POST', '/contacts', { phone: known, name: 'Our name' });
  await api('POST', '/contacts', { phone: removed });
  const entry = (phone: string, name: string, action = 'add') => ({
    ...{ type: 'contact', action, metadata: { timestamp: String(now()) } },
    contact: { full_name: name, first_name: name, phone_number: `+${phone}` },
  });
  await callback('smb_app_state_sync', {
    state_sync: [entry(added, 'Ada Byron'), entry(known, 'Their name'), entry(removed, 'Gus', 'remove')],
  });
  const nameOf = async (phone: string) => (await api('GET', `/contacts/${phone}`)).body.name;
  await eventually(async () => (await nameOf(added)) === 'Ada Byron');
  expect([await nameOf(known), await nameOf(removed)]).toEqual(['Our name', '']);
});

it.each([
  [
    'phone_number_name_update',
    { decision: 'APPROVED', requested_verified_name: 'Depot' },
    'APPROVED · Depot',
  ],
  ['account_review_update', { decision: 'REJECTED' }, 'REJECTED'],
  ['account_alerts', { alert_type: 'OBA_REJECTED', alert_severity: 'WARNING' }, 'OBA_REJECTED · WARNING'],
  ['business_capability_update', { max_daily_conversation_per_phone: 250 }, '250'],
  ['flows', { event: 'FLOW_STATUS_CHANGE', flow_id: '77', new_status: 'BLOCKED' }, 'FLOW_STATUS_CHANGE'],
])('a notice of %s is in the audit log, and on the Cloud API page', async (field, value, words) => {
  await callback(field, value);
  const entry = await eventually(async () => {
    const { data } = (await rig.workspace.dashboard('GET', '/audit-log')).body;
    return data.find(({ target }: Json) => target.label.startsWith(field));
  });
  expect(entry).toMatchObject({
    action: 'cloud_api.notice',
    target: { label: expect.stringContaining(words) },
  });
  const { notices } = (await rig.workspace.dashboard('GET', '/cloud-api')).body;
  expect(notices.length).toBeLessThanOrEqual(5);
  expect(notices[0]).toEqual({
    at: entry.createdAt,
    about: field,
    words: expect.stringContaining(words),
  });
});

it('a change that is not of the business is parked as it came, when its message is there', async () => {
  const phone = '15550177005';
  const theirs = { ...text('', 'Mine'), from: phone, to: undefined };
  const edit = {
    original_message_id: theirs.id,
    message: { type: 'text', text: { body: 'Not mine' } },
  };
  const change = { ...text(phone, ''), text: undefined, type: 'edit', edit };
  await echo(change);
  const waiting = ({ reasonCode }: Json) => reasonCode === 'unknown_message';
  await eventually(async () => (await parkedOf(rig.workspace)).some(waiting));
  await callback('messages', {
    contacts: [{ profile: { name: 'Early' }, wa_id: phone }],
    messages: [theirs],
  });
  const parked = await eventually(async () =>
    (await parkedOf(rig.workspace)).find(({ reasonCode }) => reasonCode === 'other_author'),
  );
  const { body } = await rig.workspace.dashboard('GET', `/parked-items/${parked.id}`);
  expect(body.raw).toContain(`"to": "${phone}"`);
  expect(body.canRetry).toBe(true);
});
