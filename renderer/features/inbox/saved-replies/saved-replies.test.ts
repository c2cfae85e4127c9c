import { expect, it } from 'vitest';
import { matchingReplies } from './saved-replies.queries.ts';

const reply = (name: string, content: string) => ({
  ...{ id: name, name, content, usedCount: 0, lastUsedAt: null, answersAlone: false },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
});
const replies = [
  reply('Delivery', 'Your order is on its way.'),
  reply('Pedido', 'O pedido já saiu'),
  reply('Order', 'x'),
];
const names = (search: string) => matchingReplies(replies, search).map(({ name }) => name);

it('finds every word in name or text, those with a matching name first', () => {
  expect(names('order')).toEqual(['Order', 'Delivery']);
  expect(names('way delivery')).toEqual(['Delivery']);
  expect(names('nothing')).toEqual([]);
});

it('finds words without their accents and case, and everything for an empty search', () => {
  expect(names('JA')).toEqual(['Pedido']);
  expect(names('  ')).toHaveLength(3);
});
