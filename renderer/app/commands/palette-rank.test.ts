import { describe, expect, it } from 'vitest';
import { matchScore, rank } from './palette-rank.ts';

const titles = (items: { title: string }[]) => items.map(({ title }) => title);
const items = [
  { id: 'a', title: 'Close the conversation' },
  { id: 'b', title: 'Snooze the conversation' },
  { id: 'c', title: 'Configurações', words: 'settings' },
  { id: 'd', title: 'Webhooks (outbound)' },
];

describe('the rank of the palette', () => {
  it('needs every word, and ignores case and accents', () => {
    expect(titles(rank(items, 'CONVERSATION close', []))).toEqual(['Close the conversation']);
    expect(titles(rank(items, 'configuracoes', []))).toEqual(['Configurações']);
    expect(titles(rank(items, 'settings', []))).toEqual(['Configurações']);
    expect(rank(items, 'nothing', [])).toEqual([]);
  });

  it('prefers the start of the title, then the start of a word', () => {
    expect(matchScore('clo', { title: 'Close' })).toBeGreaterThan(matchScore('clo', { title: 'To close' }));
    expect(matchScore('ose', { title: 'To osen' })).toBeGreaterThan(matchScore('ose', { title: 'Close' }));
  });

  it('takes signs as they are', () => {
    expect(titles(rank(items, '(out', []))).toEqual(['Webhooks (outbound)']);
    expect(rank(items, '.*', [])).toEqual([]);
  });

  it('prefers what was used lately and what is on the screen, and else keeps the order', () => {
    expect(titles(rank(items, 'the conversation', []))).toEqual([
      'Close the conversation',
      'Snooze the conversation',
    ]);
    expect(titles(rank(items, 'the conversation', ['b']))[0]).toBe('Snooze the conversation');
    expect(titles(rank([...items, { id: 'e', title: 'The conversation', context: 10 }], '', []))[0]).toBe(
      'The conversation',
    );
  });
});
