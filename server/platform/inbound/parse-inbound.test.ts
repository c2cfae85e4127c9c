import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeItem, itemsOf, orderKeysOf, parseCallback, rebuildCallback } from './callback.ts';
import { type Inbound, parseInbound } from './parse-inbound.ts';
import { indexContacts } from './people.ts';

const now = new Date('2026-01-01T10:00:00.500Z');
const text = {
  from: '15550100123',
  id: 'wamid.A',
  timestamp: '1767261600',
  type: 'text',
  text: { body: 'hi' },
};
const value = (parts: object) => ({ metadata: { phone_number_id: '8' }, ...parts });
const callback = (...values: object[]) =>
  Buffer.from(
    JSON.stringify({
      entry: [{ id: '9', changes: values.map((one) => ({ field: 'messages', value: one })) }],
    }),
  );

const split = (body: Buffer) => [...itemsOf(parseCallback(body))];
const parse = (message: object, contacts: object[] = []) =>
  parseInbound(
    {
      ...{ kind: 'message', phoneNumberId: '8', wabaId: null, time: null, errors: [] },
      message: structuredClone(message) as Record<string, unknown>,
      contacts: indexContacts(contacts),
    },
    now,
  );

function expectKind<Kind extends Inbound['kind']>(inbound: Inbound, kind: Kind) {
  expect(inbound).toMatchObject({ kind });
  return inbound as Extract<Inbound, { kind: Kind }>;
}
const parseMessage = (message: object, contacts: object[] = []) =>
  expectKind(parse(message, contacts), 'message');

describe('a callback', () => {
  it('yields all its items, messages first', () => {
    const items = split(
      callback(value({ statuses: [{}, {}] }), value({ messages: [{}], errors: [4] }), { odd: true }),
    );
    expect(items.map((item) => item.kind)).toEqual(['message', 'status', 'status', 'other', 'other']);
  });

  it('is read without an error, whatever it contains', () => {
    const type = fc.constantFrom('text', 'image', 'reaction', 'edit', 'revoke', 'system', 'contacts', 'poll');
    const part = fc.oneof(fc.anything({ maxDepth: 3 }), fc.constantFrom('wamid.A', '15550100123'));
    const message = fc.dictionary(
      fc.constantFrom('id', 'from', 'timestamp', 'text', 'image', 'reaction', 'edit', 'system', 'context'),
      part,
    );
    const messages = fc.array(
      fc.oneof(
        fc.anything(),
        fc.tuple(message, type).map(([one, type]) => ({ ...text, ...one, type })),
      ),
    );
    fc.assert(
      fc.property(messages, fc.array(fc.anything()), fc.anything(), (messages, statuses, update) => {
        const items = [
          ...split(callback(value({ messages, statuses }))),
          { kind: 'notice', field: 'user_id_update', value: update, wabaId: null, time: null } as const,
        ];
        for (const item of items) {
          orderKeysOf(item);
          describeItem(item);
          const inbound = parseInbound(item, now);
          if (inbound.kind === 'unreadable') expect(inbound.reason).toMatch(/\w{3}/);
        }
      }),
    );
  });
});

describe('a callback with invalid parts', () => {
  const message = { ...text };
  const messagesOf = (root: object) =>
    [...itemsOf(root)].flatMap((item) => (item.kind === 'message' ? [item.message.id] : []));
  const change = { field: 'messages', value: value({ messages: [message] }) };

  it.each([
    ['null among the changes', { entry: [{ id: '9', changes: [null, change] }] }],
    ['null among the entries', { entry: [null, 7, 'x', { changes: [change] }] }],
    ['a time as a string', { entry: [{ time: '1767261600', changes: [change] }] }],
    ['a time of null', { entry: [{ time: null, changes: [change] }] }],
    ['a time of twenty digits', { entry: [{ time: '99999999999999999999', changes: [change] }] }],
    ['an id as a number', { entry: [{ id: 9, changes: [change] }] }],
    ['a change without a field', { entry: [{ changes: [{ value: change.value }] }] }],
    ['a change of another kind', { entry: [{ changes: [{ field: 5 }, change] }] }],
    ['changes as an object', { entry: [{ changes: change }] }],
    ['an entry as an object', { entry: { changes: [change] } }],
    ['changes of null beside it', { entry: [{ changes: null }, { changes: [change] }] }],
    ['a value of null beside it', { entry: [{ changes: [{ field: 'messages', value: null }, change] }] }],
    [
      'messages that are no list',
      { entry: [{ changes: [{ field: 'messages', value: value({ messages: 5 }) }, change] }] },
    ],
    [
      'contacts that are no list',
      { entry: [{ changes: [{ ...change, value: { ...change.value, contacts: 3 } }] }] },
    ],
    [
      'a number id as a number',
      { entry: [{ changes: [{ ...change, value: { ...change.value, metadata: { phone_number_id: 8 } } }] }] },
    ],
  ])('%s: its valid message is read', (_, root) => {
    expect(messagesOf(parseCallback(Buffer.from(JSON.stringify(root))))).toEqual(['wamid.A']);
  });

  it('is rejected as a whole only when it is not a callback', () => {
    for (const body of ['', 'no JSON', 'null', '[]', '5', '{}', '{"entry":5}'])
      expect(() => parseCallback(Buffer.from(body))).toThrow();
  });

  it('can be rebuilt from one of its items', () => {
    const contacts = [{ wa_id: '15550100123', user_id: 'US.1', profile: { name: 'Ana' } }];
    const [item] = split(callback(value({ contacts, messages: [message] })));
    const origin = item ? describeItem(item).origin : null;
    expect(origin).not.toBeNull();
    const [again] = origin ? split(Buffer.from(rebuildCallback(origin, message))) : [];
    expect(again).toMatchObject({ kind: 'message', phoneNumberId: '8', wabaId: '9', message });
    const name =
      again?.kind === 'message' ? again.contacts.find({ phone: '15550100123', userId: null }) : null;
    expect(name).toEqual({ phone: '15550100123', userId: 'US.1', name: 'Ana' });
  });

  it('with 500,000 contacts and 30,000 messages is read in one pass over the contacts', () => {
    const contacts = Array.from({ length: 500_000 }, () => 1);
    const messages = Array.from({ length: 30_000 }, (_, id) => ({ ...message, id: `wamid.${id}` }));
    const started = performance.now();
    let named = 0;
    for (const item of itemsOf({
      entry: [{ changes: [{ field: 'messages', value: value({ contacts, messages }) }] }],
    })) {
      if (parseInbound(item, now).kind === 'message') named += 1;
    }
    expect(named).toBe(30_000);
    // Comparing each message with each contact would take hours.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('a message in a shape that libraries send', () => {
  const read = (fields: object, contacts: object[] = []) => parseMessage({ ...text, ...fields }, contacts);

  it.each([
    ['a number', 15550100123],
    ['a leading +', '+15550100123'],
    ['spaces and dashes', '+1 555-010-0123'],
  ])('%s as sender is the same person', (_, from) => {
    expect(read({ from }).sender).toEqual({ phone: '15550100123', userId: null });
  });

  it.each([
    ['a user id', 'US.13491208655302741918'],
    ['sixteen digits', '1234567890123456'],
    ['twenty digits', '12345678901234567890'],
  ])('%s as sender is a person without a number', (_, from) => {
    expect(read({ from }).sender).toEqual({ phone: null, userId: from });
  });

  it('finds the name of a sender whose number has a + on one side only', () => {
    const contacts = [{ wa_id: '+15550100123', profile: { name: 'Ana' } }];
    expect(read({}, contacts).profileName).toBe('Ana');
    expect(
      read({ from: '+15550100123' }, [{ wa_id: 15550100123, profile: { name: 'Ana' } }]).profileName,
    ).toBe('Ana');
  });

  it.each([
    ['seconds as a number', 1767261000, '2026-01-01T09:50:00.999Z'],
    ['milliseconds', '1767261000123', '2026-01-01T09:50:00.999Z'],
    ['milliseconds as a number', 1767261000123, '2026-01-01T09:50:00.999Z'],
    ['no timestamp', undefined, now.toISOString()],
    ['a timestamp of twenty digits', '99999999999999999999', now.toISOString()],
    ['a timestamp that is none', 'soon', now.toISOString()],
  ])('%s is understood', (_, timestamp, sentAt) => {
    expect(read({ timestamp }).sentAt.toISOString()).toBe(sentAt);
  });

  it('without a type has the type of its content, or is unsupported', () => {
    expect(read({ type: undefined })).toMatchObject({ type: 'text', words: { content: 'hi' } });
    const location = { latitude: 1, longitude: 2 };
    expect(read({ type: undefined, text: undefined, location }).type).toBe('location');
    expect(read({ type: undefined, text: undefined }).type).toBe('unsupported');
  });

  it('of type voice becomes audio', () => {
    const voice = { id: '610000000000003', mime_type: 'audio/ogg; codecs=opus' };
    expect(read({ type: 'voice', text: undefined, voice })).toMatchObject({
      type: 'audio',
      payload: { type: 'audio', audio: { ...voice, voice: true } },
    });
  });

  it('truncates a name between two emoji, never inside one', () => {
    const name = `${'a'.repeat(199)}😀😀`;
    const { profileName } = read({}, [{ wa_id: '15550100123', profile: { name } }]);
    expect(profileName).toBe(`${'a'.repeat(199)}😀`);
    const half = read({}, [{ wa_id: '15550100123', profile: { name: 'Ana \ud83d' } }]).profileName;
    expect(half).toMatch(/^Ana/);
    expect(half).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('an inbound message', () => {
  it('has the name of its own sender, if there is one', () => {
    const contacts = [
      { profile: { name: 'Other' }, wa_id: '1' },
      { profile: { name: ' Ana\n' }, wa_id: '15550100123' },
    ];
    expect(parseMessage(text, contacts).profileName).toBe('Ana');
    expect(parseMessage(text, [{ wa_id: '15550100123' }]).profileName).toBeNull();
  });

  it('is dated at the end of its second, but never in the future', () => {
    const sentAt = (timestamp: string) => parseMessage({ ...text, timestamp }).sentAt;
    expect(sentAt('1767261000').toISOString()).toBe('2026-01-01T09:50:00.999Z');
    expect(sentAt('1767261600')).toEqual(now);
    expect(sentAt('1999999999')).toEqual(now);
  });

  it('of a person without a number is identified by the platform’s id', () => {
    const { from: _, ...anonymous } = text;
    expect(parseMessage({ ...anonymous, from_user_id: 'US.1' }).sender).toEqual({
      phone: null,
      userId: 'US.1',
    });
    expect(expectKind(parse(anonymous), 'unreadable').reason).toMatch(/names no sender/);
  });

  it('of an unknown kind is kept in full', () => {
    const poll = { ...text, type: 'poll', poll: { question: '?' } };
    expect(parseMessage(poll)).toMatchObject({
      type: 'unsupported',
      words: { content: null },
      payload: poll,
    });
  });
});

describe('a status', () => {
  const status = {
    id: 'wamid.B',
    status: 'failed',
    timestamp: '1767261600',
    errors: [{ code: 131026, title: 'x', error_data: { details: 'y' } }],
  };

  const read = (raw: Record<string, unknown>) =>
    parseInbound({ kind: 'status', status: raw, phoneNumberId: '8', wabaId: null, time: null }, now);

  it('explains its error in a sentence', () => {
    expect(expectKind(read(status), 'status').error).toMatchObject({
      code: '131026',
      message: expect.stringMatching(/cannot be reached/),
      details: 'y',
    });
  });

  it('of the old product is ignored, an unknown one rejected', () => {
    expectKind(read({ ...status, status: 'deleted' }), 'nothing');
    const { reason } = expectKind(read({ ...status, status: 'teleported' }), 'unreadable');
    expect(reason).toMatch(/teleported/);
  });
});

describe('a reaction', () => {
  const given = (reaction: object) => ({
    ...{ from: '15550100123', id: 'wamid.R', timestamp: '1767261600', type: 'reaction' },
    reaction: { message_id: 'wamid.A', ...reaction },
  });

  it('is removed by an empty emoji, or by none', () => {
    expect(expectKind(parse(given({ emoji: '👍' })), 'reaction')).toMatchObject({
      targetPlatformId: 'wamid.A',
      emoji: '👍',
      sender: { phone: '15550100123', userId: null },
    });
    for (const nothing of [{}, { emoji: '' }, { emoji: null }])
      expect(expectKind(parse(given(nothing)), 'reaction').emoji).toBeNull();
  });

  it('is rejected if it is not an emoji or has no sender', () => {
    expect(expectKind(parse(given({ emoji: 'nice' })), 'unreadable').reason).toMatch(/no emoji/);
    expectKind(parse({ ...given({ emoji: '👍' }), from: undefined }), 'unreadable');
  });
});

describe('an edit, a deletion, another id', () => {
  const { text: _, ...head } = { ...text, id: 'wamid.E' };

  it('identify the message that they are about, and its new text', () => {
    const message = { type: 'image', image: { id: '1', caption: 'new' } };
    const edit = { ...head, type: 'edit', edit: { original_message_id: 'wamid.A', message } };
    expect(parse(edit)).toMatchObject({
      ...{ kind: 'edit', platformId: 'wamid.E', targetPlatformId: 'wamid.A' },
      wording: { content: null, caption: 'new' },
    });
    const revoke = { ...head, type: 'revoke', revoke: { original_message_id: 'wamid.A' } };
    expect(parse(revoke)).toMatchObject({ kind: 'revoke', targetPlatformId: 'wamid.A' });
    expect(parse({ ...head, type: 'revoke' })).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(/original_message_id/),
    });
  });

  it.each([
    ['the documented form', { user_id: { previous: 'US.1', current: 'US.2' } }],
    ['a lone new id', { user_id: 'US.2', previous_user_id: 'US.1' }],
  ])('of a person: %s', (_, entry) => {
    const notice = { kind: 'notice', field: 'user_id_update', wabaId: null, time: null } as const;
    const read = (user_id_update: unknown) => parseInbound({ ...notice, value: { user_id_update } }, now);
    const moves = [{ sender: { phone: null, userId: 'US.1' }, movesTo: { phone: null, userId: 'US.2' } }];
    expect(read(entry)).toEqual({ kind: 'identity_change', moves });
    expect(read([entry])).toEqual({ kind: 'identity_change', moves });
    expectKind(read(5), 'unreadable');
    expectKind(read([{ wa_id: '1' }]), 'unreadable');
  });
});
