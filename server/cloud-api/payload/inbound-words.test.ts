import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInboundReaction } from './inbound-reaction.ts';
import { readInboundWords } from './inbound-words.ts';

const none = { content: null, caption: null, filename: null };

describe('the words of an inbound message', () => {
  it.each([
    ['text', { text: { body: 'hi' } }, { content: 'hi' }],
    ['image', { image: { id: '1', caption: 'Receipt' } }, { caption: 'Receipt' }],
    ['video', { video: { id: '1' } }, {}],
    ['document', { document: { filename: 'a\nb.pdf', caption: '' } }, { filename: 'a b.pdf' }],
    ['button', { button: { payload: 'YES_1', text: 'Yes' } }, { content: 'Yes' }],
    [
      'interactive',
      { interactive: { button_reply: { id: 'a', title: 'Option A' } } },
      { content: 'Option A' },
    ],
    ['interactive', { interactive: { list_reply: { id: 's', title: '14:00' } } }, { content: '14:00' }],
    ['interactive', { interactive: { nfm_reply: { name: 'flow', body: 'Sent' } } }, { content: 'Sent' }],
    ['interactive', {}, {}],
    ['order', { order: { text: 'Please today' } }, { content: 'Please today' }],
    ['system', { system: { body: 'New number' } }, { content: 'New number' }],
    ['sticker', { sticker: { id: '1' } }, {}],
    ['image', { image: 'odd' }, {}],
    ['image', { image: { caption: 5 } }, {}],
  ])('of %s %j', (type, parts, words) => {
    expect(readInboundWords(type, parts)).toEqual({ ...none, ...words });
  });

  it('are read from anything without a throw', () => {
    fc.assert(
      fc.property(fc.constantFrom('text', 'image', 'interactive', 'order'), fc.object(), (type, raw) => {
        expect(Object.keys(readInboundWords(type, raw)).sort()).toEqual(Object.keys(none).sort());
      }),
    );
  });
});

describe('a reaction', () => {
  const now = new Date('2026-01-01T10:00:00.500Z');
  const given = (reaction: object) => ({
    from: '15550100123',
    id: 'wamid.R',
    timestamp: '1767261600',
    type: 'reaction',
    reaction: { message_id: 'wamid.A', ...reaction },
  });

  it('is taken back by an empty emoji, or by none', () => {
    expect(readInboundReaction(given({ emoji: '👍' }), now)).toMatchObject({
      targetPlatformId: 'wamid.A',
      emoji: '👍',
      sender: { phone: '15550100123', userId: null },
    });
    for (const nothing of [{}, { emoji: '' }]) {
      expect(readInboundReaction(given(nothing), now).emoji).toBeNull();
    }
  });

  it('of words is not understood, nor one that names no sender', () => {
    expect(() => readInboundReaction(given({ emoji: 'nice' }), now)).toThrow(/no emoji/);
    expect(() => readInboundReaction({ ...given({ emoji: '👍' }), from: undefined }, now)).toThrow();
  });
});
