import { describe, expect, it } from 'vitest';
import { countOrdered, isVoice, readCards, readLocation } from './read-payload.ts';
import { templateParts } from './template-parts.ts';

describe('what filled a template', () => {
  it('is told part by part', () => {
    const link = 'https://cdn.example/a.pdf';
    expect(
      templateParts([
        { type: 'header', parameters: [{ type: 'document', document: { link, filename: 'order.pdf' } }] },
        {
          type: 'body',
          parameters: [
            { type: 'text', parameter_name: 'day', text: 'Friday' },
            { type: 'currency', currency: { fallback_value: '€ 5', code: 'EUR', amount_1000: 5_000 } },
          ],
        },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '17' }] },
      ]).map(({ label, values }) => [label, ...values]),
    ).toEqual([
      ['Header', 'order.pdf'],
      ['Text', 'day: Friday', '€ 5'],
      ['Button 2', '17'],
    ]);
  });

  it('is nothing where there is nothing, or nothing that can be read', () => {
    expect(templateParts(null)).toEqual([]);
    expect(templateParts([{ type: 'body' }, { odd: true }, { type: 'body', parameters: [5] }])).toEqual([]);
  });
});

describe('what the platform sent', () => {
  it('is read where it has its form', () => {
    expect(readLocation({ location: { latitude: 12.5, longitude: '-4', name: 'Depot' } })).toMatchObject({
      latitude: 12.5,
      longitude: -4,
      name: 'Depot',
    });
    expect(
      readCards({ contacts: [{ name: { formatted_name: 'Desk' }, phones: [{ phone: '+1 5' }] }] }),
    ).toEqual([{ name: 'Desk', phones: ['+1 5'] }]);
    expect(readCards({ contacts: [{}] })).toEqual([{ name: 'Without a name', phones: [] }]);
    expect(countOrdered({ order: { product_items: [1, 2] } })).toBe(2);
    expect(isVoice({ audio: { voice: true } })).toBe(true);
  });

  it('is nothing otherwise', () => {
    for (const odd of [null, {}, { location: 5, contacts: 'x', order: null, audio: [] }]) {
      expect([readLocation(odd), readCards(odd), countOrdered(odd), isVoice(odd)]).toEqual([
        null,
        [],
        null,
        false,
      ]);
    }
  });
});
