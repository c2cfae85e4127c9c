import { describe, expect, it } from 'vitest';
import { shownPath, shownText } from './record-requests.ts';

describe('the path of a logged request', () => {
  it('has words and ids, and nothing that could be personal', () => {
    const id = 'ct_01jd3m2n4p5q6r7s8t9v0w1x2y';
    expect(shownPath(`/api/v1/contacts/${id}`)).toBe(`/api/v1/contacts/${id}`);
    expect(shownPath('/api/v1/messages/15550001234')).toBe('/api/v1/messages/*');
    expect(shownPath('/api/v1/contacts/%2B1%20555-000')).toBe('/api/v1/contacts/*');
    expect(shownPath('/api/v1/contacts/Ana.Souza@example.test')).toBe('/api/v1/contacts/*');
    expect(shownPath('/api/v1/contacts?search=Ana+Souza&limit=5&15550001234=x&limit=6')).toBe(
      '/api/v1/contacts?search&limit',
    );
    expect(shownPath(`/${'a/'.repeat(300)}`)).toHaveLength(255);
  });
});

describe('a name that a program chose', () => {
  it('keeps ids and hides phone numbers', () => {
    const kept = [
      'req_0193345678901234abcdef1234567890',
      'order-1234',
      'b1a7c2d4-0000-4000-8000-0123456789ab',
    ];
    for (const text of kept) expect(shownText(text, 128)).toBe(text);
    expect(shownText('send-15550001234-1', 64)).toBe('send-*-1');
    expect(shownText('+5511987654321', 64)).toBe('*');
    expect(shownText('clé', 64)).toBe('cl*');
    expect(shownText('', 64)).toBeNull();
  });
});
