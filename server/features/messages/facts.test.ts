import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MESSAGE_TYPES } from '../../../shared/contract/messages.contract.ts';
import { readFacts } from '../../platform/inbound/message-content.ts';
import { factsColumn, factsOf } from './facts.ts';

const direction = 'inbound' as const;
const payload = { audio: { voice: true }, context: { forwarded: true } };

describe('the stored facts of a message', () => {
  it('are the same as those read from its payload, for any payload', () => {
    const parts = fc.constantFrom(
      'audio',
      'location',
      'contacts',
      'interactive',
      'order',
      'context',
      'errors',
    );
    const given = fc.dictionary(parts, fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(fc.constantFrom(...MESSAGE_TYPES), given, (type, payload) => {
        const facts = factsColumn(readFacts(type, payload));
        const fromPayload = factsOf({ direction, type, facts: null }, payload);
        expect(factsOf({ direction, type, facts }, payload)).toEqual(fromPayload);
        // Some combinations of driver and server return JSON columns as objects.
        expect(factsOf({ direction, type, facts: JSON.parse(facts ?? '') }, payload)).toEqual(fromPayload);
      }),
    );
  });

  it('are used instead of the payload', () => {
    const facts = factsColumn(readFacts('audio', payload));
    const row = { direction, type: 'audio' as const, facts };
    expect(factsOf(row, { odd: true })).toMatchObject({ voice: true, forwarded: 'once' });
  });

  it('are read again when another version of the reader stored them', () => {
    const row = { direction, type: 'audio' as const, facts: '{"version":0,"voice":false}' };
    expect(factsOf(row, payload)).toMatchObject({ voice: true });
  });

  it('are those of a location or a contact card that we sent', () => {
    const place = { location: { latitude: 1.5, longitude: -2, name: 'Depot' } };
    const sent = { direction: 'outbound', type: 'location', facts: null } as const;
    expect(factsOf(sent, place)).toMatchObject({ location: { latitude: 1.5, name: 'Depot', url: null } });
    const cards = { contacts: [{ name: { formatted_name: 'Ada' } }] };
    expect(factsOf({ ...sent, type: 'contacts' }, cards)?.cards).toMatchObject([{ name: 'Ada', phones: [] }]);
  });

  it('are null for plain text and for other outbound messages', () => {
    expect(factsColumn(null)).toBeNull();
    expect(factsOf({ direction, type: 'text', facts: null }, null)).toBeNull();
    expect(factsOf({ direction: 'outbound', type: 'audio', facts: null }, payload)).toBeNull();
    expect(factsOf({ direction: 'outbound', type: 'interactive', facts: null }, payload)).toBeNull();
  });
});
