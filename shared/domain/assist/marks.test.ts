import { describe, expect, it } from 'vitest';
import { findUrgentWord, isUrgentWord, type Marks, marksAfter, NO_MARKS } from './marks.ts';
import { isUrgent } from './urgency.ts';

const RULES = { words: ['broken', 'não funciona', 'Água'], askedAgainMinutes: 30 };

/** Returns the marks after messages, each with the minute in which it was written. */
function marksOf(
  messages: readonly (readonly [minute: number, text: string | null])[],
  rules = RULES,
): Marks {
  const start = Date.UTC(2026, 2, 4, 12);
  return messages.reduce(
    (marks, [minute, text], index) =>
      marksAfter(marks, { text, at: new Date(start + minute * 60_000), isFirst: index === 0 }, rules),
    NO_MARKS,
  );
}

describe('a word of the list', () => {
  it.each([
    ['My chair is BROKEN!', 'broken'],
    ['it arrived broken, sorry', 'broken'],
    ['O aquecedor NAO   funciona mais', 'não funciona'],
    ['o aquecedor não\nfunciona', 'não funciona'],
    ['Está saindo agua pela porta', 'Água'],
    ['água?', 'Água'],
  ])('is found in “%s”', (text, word) => {
    expect(findUrgentWord(text, RULES.words)).toBe(word);
  });

  it.each(['the brokenness of things', 'outbroken', 'não sei se funciona', 'guarda-chuva', 'aguardo', ''])(
    'is not found in “%s”',
    (text) => {
      expect(findUrgentWord(text, RULES.words)).toBeNull();
    },
  );

  it('is the first of the list, and stays while further messages come', () => {
    const marks = marksOf([
      [0, 'a água não funciona'],
      [1, 'it is broken'],
    ]);
    expect([marks.urgentWord, isUrgent(marks)]).toEqual(['não funciona', true]);
  });

  it('has a letter or a digit; a list of signs alone finds nothing', () => {
    expect(['24h', 'sos', '!!!', '…'].map(isUrgentWord)).toEqual([true, true, false, false]);
    expect(findUrgentWord('help!!!', ['!!!'])).toBeNull();
  });
});

describe('how often a customer has asked', () => {
  it('counts messages that are far enough apart', () => {
    const marks = marksOf([
      [0, 'Where is my order?'],
      [1, 'It is number 12'],
      [30, 'Hello?'],
      [59, 'Anyone?'],
      [61, 'Please answer'],
    ]);
    expect([marks.askedCount, isUrgent(marks)]).toEqual([3, true]);
  });

  it('counts a message that was written in several parts once', () => {
    const marks = marksOf([
      [0, 'Oi'],
      [10, 'meu pedido ainda não chegou'],
      [29, 'é o 1234'],
    ]);
    expect([marks.askedCount, isUrgent(marks)]).toEqual([1, false]);
  });

  it('counts files, and no thanks', () => {
    const asked = marksOf([
      [0, 'Can you look at this?'],
      [40, null],
      [80, 'Obrigado!'],
    ]);
    expect([asked.askedCount, marksOf([[0, 'thank you']]).askedCount]).toEqual([2, 0]);
  });

  it('counts nothing twice when the owner has turned it off, and nothing that arrives late', () => {
    const minutes = [0, 100, 200].map((minute) => [minute, 'Hello?'] as const);
    expect(isUrgent(marksOf(minutes, { ...RULES, askedAgainMinutes: 0 }))).toBe(false);
    expect(
      marksOf([
        [60, 'Hello?'],
        [0, 'Good morning'],
      ]).askedCount,
    ).toBe(1);
  });

  it('begins again with a new wait', () => {
    const urgent = marksOf([
      [0, 'it is broken'],
      [40, 'Hello?'],
    ]);
    const next = { text: 'What do you cost?', at: new Date('2026-03-05T12:00:00Z'), isFirst: true };
    const marks = marksAfter(urgent, next, RULES);
    expect([marks.urgentWord, marks.askedCount, isUrgent(marks)]).toEqual([null, 1, false]);
  });
});

describe('only thanks', () => {
  it.each(['Obrigada!', 'ok, thanks', 'Muito obrigado, bom dia', 'valeu 👍', 'thank you so much', 'tchau'])(
    '“%s”',
    (text) => {
      expect(marksOf([[0, text]]).isOnlyThanks).toBe(true);
    },
  );

  // They may answer a question of ours, or say more than thanks.
  it.each([
    'ok',
    'Sim, obrigado',
    'yes thanks',
    '👍',
    '!!!',
    'Thanks, but it is broken',
    'obrigado, e o frete?',
  ])('not “%s”', (text) => {
    expect(marksOf([[0, text]]).isOnlyThanks).toBe(false);
  });

  it('not where a question waits, before or after', () => {
    const question = [0, 'Quando chega?'] as const;
    const thanks = [1, 'obrigado'] as const;
    expect(marksOf([question, thanks]).isOnlyThanks).toBe(false);
    expect(marksOf([thanks, question]).isOnlyThanks).toBe(false);
    expect(marksOf([thanks, [2, null]]).isOnlyThanks).toBe(false);
  });
});

describe('the language', () => {
  it('is the last that could be named, also in a new wait', () => {
    const marks = marksOf([
      [0, 'Bom dia, o meu pedido ainda não chegou'],
      [1, 'ok'],
    ]);
    expect(marks.language).toBe('pt');
    const at = new Date('2026-03-05T12:00:00Z');
    expect(marksAfter(marks, { text: '?', at, isFirst: true }, RULES).language).toBe('pt');
    const english = { text: 'Good morning, where is my order?', at, isFirst: true };
    expect(marksAfter(marks, english, RULES).language).toBe('en');
  });
});
