import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCallback } from './envelope.ts';
import { readInboundMessage } from './inbound-message.ts';
import { readStatusReport } from './status-report.ts';

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

describe('a callback', () => {
  it('gives all its items, messages first', () => {
    const items = splitCallback(
      callback(value({ statuses: [1, 2] }), value({ messages: [3], errors: [4] }), { odd: true }),
    );
    expect(items.map((item) => item.kind)).toEqual(['message', 'status', 'status', 'other', 'other']);
  });

  it('never makes the reader throw anything but a reason, whatever is inside', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.array(fc.anything()), (messages, statuses) => {
        const items = splitCallback(callback(value({ messages, statuses })));
        for (const item of items) {
          try {
            if (item.kind === 'message') readInboundMessage(item.message, item.contacts, now);
            if (item.kind === 'status') readStatusReport(item.status, now);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
        }
      }),
    );
  });
});

describe('an inbound message', () => {
  it('carries the name of its own sender, if there is one', () => {
    const contacts = [
      { profile: { name: 'Other' }, wa_id: '1' },
      { profile: { name: ' Ana\n' }, wa_id: '15550100123' },
    ];
    expect(readInboundMessage(text, contacts, now).profileName).toBe('Ana');
    expect(readInboundMessage(text, [{ wa_id: '15550100123' }], now).profileName).toBeNull();
  });

  it('is never from the future, and stands at the end of its second', () => {
    expect(readInboundMessage({ ...text, timestamp: '1767261000' }, [], now).sentAt.toISOString()).toBe(
      '2026-01-01T09:50:00.999Z',
    );
    expect(readInboundMessage({ ...text, timestamp: '1767261600' }, [], now).sentAt).toEqual(now);
    expect(readInboundMessage({ ...text, timestamp: '1999999999' }, [], now).sentAt).toEqual(now);
  });

  it('of a person without a number is told by the platform’s own id', () => {
    const { from: _, ...anonymous } = text;
    expect(readInboundMessage({ ...anonymous, from_user_id: 'US.1' }, [], now).sender).toEqual({
      phone: null,
      userId: 'US.1',
    });
    expect(() => readInboundMessage(anonymous, [], now)).toThrow(/names no sender/);
  });

  it('of an unknown kind is kept whole', () => {
    const poll = { ...text, type: 'poll', poll: { question: '?' } };
    expect(readInboundMessage(poll, [], now)).toMatchObject({
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

  it('explains its error in a sentence', () => {
    expect(readStatusReport(status, now)?.error).toMatchObject({
      code: '131026',
      message: expect.stringMatching(/cannot be reached/),
      details: 'y',
    });
  });

  it('of the old product is ignored, of no product refused', () => {
    expect(readStatusReport({ ...status, status: 'deleted' }, now)).toBeNull();
    expect(() => readStatusReport({ ...status, status: 'teleported' }, now)).toThrow(/teleported/);
  });
});
