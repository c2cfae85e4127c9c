import { expect, it } from 'vitest';
import { EMOJI_GROUPS, loadEmoji, searchEmoji } from './emoji-search.ts';

it('emoji are found by the beginnings of words, in both languages, without accents', async () => {
  const english = await loadEmoji('en');
  const portuguese = await loadEmoji('pt-BR');
  const found = (list: typeof english, query: string) =>
    searchEmoji(list, query, 40).map(({ emoji }) => emoji);
  expect(found(english, 'thumbs u')).toContain('👍');
  expect(found(english, 'red heart')[0]).toBe('❤️');
  expect(found(portuguese, 'coracao verm')[0]).toBe('❤️');
  expect(found(portuguese, 'Coração')).toContain('💚');
  expect(found(english, 'coração')).toEqual([]);
  expect(found(english, '  ')).toEqual([]);
  expect(found(english, 'face')).toHaveLength(40);
});

it('both languages have the same emoji, in all groups, without skin tones', async () => {
  const english = await loadEmoji('en');
  const portuguese = await loadEmoji('pt-BR');
  expect(portuguese.map(({ emoji }) => emoji)).toEqual(english.map(({ emoji }) => emoji));
  expect([...new Set(english.map(({ group }) => group))]).toEqual(EMOJI_GROUPS);
  expect(english.length).toBeGreaterThan(1_800);
  expect(english.some(({ emoji }) => /[\u{1F3FB}-\u{1F3FF}]/u.test(emoji))).toBe(false);
});
