import { expect, it } from 'vitest';
import { matchesWords } from './rules.ts';

const has = (text: string, ...words: string[]) => matchesWords(text, { words, match: 'contains' });
const is = (text: string, ...words: string[]) => matchesWords(text, { words, match: 'whole' });

it('finds whole words, whatever their case, accents and punctuation', () => {
  expect(has('Qual é o PREÇO, por favor?', 'preço')).toBe(true);
  expect(has('Qual e o preco?', 'Preço')).toBe(true);
  expect(has('What are your opening hours today', 'opening  hours')).toBe(true);
  expect(has('unpriced', 'price')).toBe(false);
  expect(has('…', '!')).toBe(false);
  expect(has('价格 多少', '价格')).toBe(true);
});

it('compares the whole message on request', () => {
  expect(is(' Menu! ', 'menu')).toBe(true);
  expect(is('menu please', 'menu')).toBe(false);
  expect(is('2', '1', '2')).toBe(true);
});
