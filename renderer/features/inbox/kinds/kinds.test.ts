import { describe, expect, it } from 'vitest';
import { loadLaterTexts } from '../../../lib/i18n.ts';
import { isVoice } from './read-payload.ts';
import { templateParts } from './template-parts.ts';

await loadLaterTexts();

describe('templateParts', () => {
  it('returns the values of each part', () => {
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

  it('returns nothing for missing or unreadable components', () => {
    expect(templateParts(null)).toEqual([]);
    expect(templateParts([{ type: 'body' }, { odd: true }, { type: 'body', parameters: [5] }])).toEqual([]);
  });
});

describe('isVoice', () => {
  it('is true only for audio that the platform marks as a voice message', () => {
    expect(isVoice({ audio: { voice: true } })).toBe(true);
    for (const odd of [null, {}, { audio: [] }, { audio: { voice: false } }])
      expect(isVoice(odd)).toBe(false);
  });
});
