import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  excerptOf,
  hasTerms,
  rangeOf,
  segmentOf,
  termsOf,
  WORDS_MAX,
  wordsOf,
  wordsOfMessage,
} from './words.ts';

const plain = { type: 'text', content: null, caption: null, filename: null };
const finds = (text: string, search: string) => hasTerms(text, termsOf(search));
/** Whether the lookup of each term finds a stored word of the text. */
const isLookedUp = (text: string, search: string) => {
  const words = wordsOfMessage({ ...plain, content: text });
  return termsOf(search).every((term) => {
    const { from, until } = rangeOf(term);
    return words.some((word) =>
      until ? Buffer.compare(word, from) >= 0 && Buffer.compare(word, until) < 0 : word.equals(from),
    );
  });
};

describe('the words of a message', () => {
  it('are folded, each once, with marks for what the message is', () => {
    expect(wordsOf('Ação, AÇÃO! É já: às 3h30')).toEqual(['acao', 'acao', 'e', 'ja', 'as', '3h30']);
    const words = wordsOfMessage({
      ...plain,
      type: 'image',
      caption: 'see https://a.example',
      filename: 'a.png',
    });
    expect(words.map(String)).toEqual(['=', '=image', '=link', 'see', 'https', 'a', 'example', 'png']);
  });

  it('are the pairs of characters where a script has no spaces', () => {
    expect(wordsOf('皮革针')).toEqual(['皮革', '革针', '针']);
    expect(wordsOf('ok東京')).toEqual(['ok', '東京', '京']);
  });

  it('are bounded', () => {
    const long = Array.from({ length: 4_000 }, (_, index) => `w${index}`).join(' ');
    expect(wordsOfMessage({ ...plain, content: long })).toHaveLength(WORDS_MAX);
    for (const word of wordsOfMessage({ ...plain, content: '𝕏'.repeat(4_000) })) {
      expect(word.length).toBeLessThanOrEqual(80);
    }
  });
});

describe('a search', () => {
  it('finds the beginnings of words, without case and accents', () => {
    expect(finds('Agulhas para couro, por favor', 'agulha COURO')).toBe(true);
    expect(finds('Confirmação do pedido', 'confirmacao')).toBe(true);
    expect(finds('Confirmacao do pedido', 'confirmação')).toBe(true);
    expect(finds('Agulhas para couro', 'gulhas')).toBe(false);
    expect(finds('order A-7731 is ready', 'a-7731')).toBe(true);
  });

  it('takes one and two letters as whole words', () => {
    expect(finds('de nada', 'de')).toBe(true);
    expect(finds('depois', 'de')).toBe(false);
  });

  it('finds any part of a text without spaces', () => {
    for (const part of ['皮', '革针', '皮革针', '针'])
      expect([finds('有皮革针吗', part), isLookedUp('有皮革针吗', part)]).toEqual([true, true]);
    expect(finds('有皮革针吗', '革皮')).toBe(false);
  });

  it('finds every word of every text by its beginning, and looks it up where it is stored', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.nat(50), fc.nat(50), (content, at, length) => {
        const words = wordsOf(content);
        const word = words[at % Math.max(1, words.length)];
        fc.pre(word !== undefined && [...word].length >= 3);
        const begun = [...(word ?? '')].slice(0, 3 + (length % 18)).join('');
        // Normalising a cut word may join what was cut with nothing, so it must still be one word.
        fc.pre(termsOf(begun)[0]?.text === begun);
        expect([finds(content, begun), isLookedUp(content, begun)]).toEqual([true, true]);
      }),
    );
  });

  it('never needs a stored word that the message does not have', () => {
    const letters = fc.constantFrom('a', 'b', 'É', '皮', '革', '한', ' ', ' ', '-');
    const text = (maxLength: number) => fc.string({ unit: letters, maxLength });
    let found = 0;
    fc.assert(
      fc.property(text(14), text(3), (content, search) => {
        if (!finds(content, search)) return;
        found += 1;
        expect(isLookedUp(content, search)).toBe(true);
      }),
    );
    expect(found).toBeGreaterThan(10);
  });
});

describe('an excerpt', () => {
  it('marks what matches, as it was written', () => {
    expect(excerptOf('Precisa de AÇÃO já', termsOf('acao'))).toEqual([
      { text: 'Precisa de ', isMatch: false },
      { text: 'AÇÃO', isMatch: true },
      { text: ' já', isMatch: false },
    ]);
    expect(excerptOf('有皮革针吗', termsOf('革针')).map(({ text }) => text)).toEqual(['有皮', '革针', '吗']);
  });

  it('is around the first match, in one line, and short', () => {
    const long = `${'words before '.repeat(30)}\n\nneedle\n${'words after '.repeat(60)}`;
    const parts = excerptOf(long, termsOf('needle'));
    expect(parts.find(({ isMatch }) => isMatch)?.text).toBe('needle');
    expect(parts.map(({ text }) => text).join('').length).toBeLessThan(225);
    expect([parts[0]?.text, parts.at(-1)?.text]).toEqual(['…', '…']);
  });

  it('has the text itself, whatever it is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 150 });
    fc.assert(
      fc.property(text, text, (content, search) => {
        const joined = excerptOf(content, termsOf(search)).map((part) => part.text);
        expect(joined.join('')).toBe(content.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});

it('weeks stay within what is stored', () => {
  expect(segmentOf(new Date(-1))).toBe(0);
  expect(segmentOf(new Date(8_640_000_000_000_000))).toBe(65_535);
  expect(segmentOf(new Date('2026-11-23T00:00:00Z')) - segmentOf(new Date('2026-11-16T00:00:00Z'))).toBe(1);
});
