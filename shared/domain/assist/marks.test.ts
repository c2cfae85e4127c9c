import { describe, expect, it } from 'vitest';
import { findUrgentWord, isUrgentWord, type MarkRules, type Marks, marksAfter, NO_MARKS } from './marks.ts';
import { isUrgent } from './urgency.ts';

const RULES: MarkRules = {
  ...{ words: ['broken', 'não funciona', 'Água'], askedAgainMinutes: 30, hours: null },
};

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

  it('counts the time in which the team works', () => {
    // The first message is of a Wednesday at noon, an hour before the team goes home until Friday at nine.
    const day = [{ from: 9 * 60, to: 13 * 60 }];
    const hours = {
      ...{ timeZone: 'Etc/UTC', week: [[], day, day, day, day, day, []] },
      closedDays: [{ date: '2026-03-05', name: 'Holiday' }],
    };
    const countAt = (...minutes: number[]) =>
      marksOf(
        minutes.map((minute) => [minute, 'Hello?'] as const),
        { ...RULES, askedAgainMinutes: 120, hours },
      ).askedCount;
    const friday = 45 * 60;
    expect(countAt(0, 61, 600, 24 * 60, 36 * 60)).toBe(1);
    expect(countAt(0, friday + 59)).toBe(1);
    expect(countAt(0, friday + 60)).toBe(2);
    // It counts from the first message, whatever came in between while nobody worked.
    expect(countAt(0, 600, friday + 60, friday + 120)).toBe(2);
    // A day on which the team is open for less than that is not enough.
    expect(countAt(0, friday + 60, friday + 179)).toBe(2);
    expect(countAt(0, friday + 60, friday + 180)).toBe(3);
  });

  it('counts no second time where the team never works', () => {
    const hours = { timeZone: 'Etc/UTC', week: [[], [], [], [], [], [], []], closedDays: [] };
    const weeks = [0, 10_000, 20_000].map((minute) => [minute, 'Hello?'] as const);
    expect(marksOf(weeks, { ...RULES, hours }).askedCount).toBe(1);
    expect(marksOf(weeks).askedCount).toBe(3);
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
