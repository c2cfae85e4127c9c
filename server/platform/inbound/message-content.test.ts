import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InboundFactsSchema } from '../../../shared/contract/inbound-facts.ts';
import { MESSAGE_TYPES } from '../../../shared/contract/messages.contract.ts';
import { readFacts, readFile, readWords } from './message-content.ts';

const none = { content: null, caption: null, filename: null };

describe('the text of an inbound message', () => {
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
    ['image', { image: { caption: 5 } }, { caption: '5' }],
  ])('is read from %s %j', (type, parts, words) => {
    expect(readWords(type, parts)).toEqual({ ...none, ...words });
  });

  it('is read from any object without an error', () => {
    fc.assert(
      fc.property(fc.constantFrom('text', 'image', 'interactive', 'order'), fc.object(), (type, raw) => {
        expect(Object.keys(readWords(type, raw)).sort()).toEqual(Object.keys(none).sort());
      }),
    );
  });
});

describe('the file of an inbound message', () => {
  const image = { id: '610000000000003', mime_type: 'image/jpeg', filename: 'a\u202egpj.exe' };

  it('has the platform’s id, given as text or as a number', () => {
    for (const id of ['610000000000003', 610000000000003])
      expect(readFile('image', { image: { ...image, id } })).toMatchObject({
        ...{ kind: 'image', platformId: '610000000000003', problem: null, filename: 'agpj.exe' },
      });
    expect(readFile('text', { text: { body: 'hi' } })).toBeNull();
  });

  it('has no id when the platform could not receive it', () => {
    const problem = expect.stringMatching(/could not take/);
    expect(readFile('image', { image: {} })).toMatchObject({ platformId: null, problem });
    expect(readFile('image', { image, errors: [{ code: 131052 }] })).toMatchObject({
      platformId: null,
      problem,
    });
  });
});

describe('the facts of an inbound message', () => {
  it.each([
    ['audio', { audio: { voice: true } }, { voice: true }],
    ['sticker', { sticker: { animated: true } }, { animated: true }],
    [
      'location',
      { location: { latitude: '12.5', longitude: -4, name: 'Depot', url: 'javascript:alert(1)' } },
      { location: { latitude: 12.5, longitude: -4, name: 'Depot', address: null, url: null } },
    ],
    [
      'contacts',
      {
        contacts: [
          { name: { first_name: 'Ann' }, phones: [{ phone: '+1 5', wa_id: '15' }], urls: [{ url: 'x:y' }] },
        ],
      },
      {
        cards: [
          {
            ...{ name: 'Ann', organization: null, birthday: null, emails: [], urls: [], addresses: [] },
            phones: [{ phone: '+1 5', type: null, waId: '15' }],
          },
        ],
      },
    ],
    [
      'button',
      { button: { payload: 'YES_1', text: 'Yes' } },
      { choice: { kind: 'quick_reply', id: 'YES_1', title: 'Yes', description: null, form: null } },
    ],
    [
      'interactive',
      { interactive: { list_reply: { id: 's', title: '14:00', description: 'Depot' } } },
      { choice: { kind: 'list', id: 's', title: '14:00', description: 'Depot', form: null } },
    ],
    [
      'interactive',
      { interactive: { nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"rating":"4"}' } } },
      { choice: { kind: 'form', id: 'flow', title: 'Sent', description: null, form: { rating: '4' } } },
    ],
    [
      'order',
      {
        order: {
          catalog_id: '5',
          product_items: [{ product_retailer_id: 'A', quantity: 2, item_price: 30, currency: 'USD' }],
        },
      },
      { order: { catalogId: '5', items: [{ productId: 'A', quantity: 2, price: 30, currency: 'USD' }] } },
    ],
    [
      'system',
      { from: '1', system: { type: 'customer_changed_number', new_wa_id: '2' } },
      { system: { kind: 'number_changed', from: '1', to: '2' } },
    ],
    ['system', { type: 'request_welcome' }, { system: { kind: 'chat_opened', from: null, to: null } }],
    ['text', { context: { frequently_forwarded: true } }, { forwarded: 'often' }],
    [
      'text',
      { context: { referred_product: { catalog_id: '5', product_retailer_id: 'A' } } },
      { product: { productId: 'A', catalogId: '5' } },
    ],
    [
      'unsupported',
      { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051 }] },
      { unsupported: { kind: 'poll', code: '131051', reason: expect.stringMatching(/another form/) } },
    ],
  ] as const)('are read from %s %j', (type, payload, facts) => {
    const none = Object.fromEntries(Object.keys(InboundFactsSchema.shape).map((name) => [name, null]));
    expect(readFacts(type, payload)).toEqual({ ...none, ...facts });
  });

  it('always match the schema, for any input', () => {
    const parts = [
      'audio',
      'location',
      'contacts',
      'interactive',
      'order',
      'system',
      'context',
      'referral',
      'errors',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...MESSAGE_TYPES),
        fc.dictionary(fc.constantFrom(...parts), fc.anything({ maxDepth: 3 })),
        (type, payload) => {
          expect(InboundFactsSchema.safeParse(readFacts(type, payload)).error).toBeUndefined();
        },
      ),
    );
  });
});
