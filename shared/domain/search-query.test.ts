import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, SEARCHED_STATES, SEARCHED_THING_NAMES, writeSearch } from './search-query.ts';

describe('a typed search', () => {
  it('has text and operators in any order', () => {
    expect(parseSearch('needles from:maya has:image leather after:2026-01-05')).toEqual({
      text: 'needles leather',
      from: 'maya',
      has: 'image',
      before: null,
      after: '2026-01-05',
      label: null,
      is: null,
      problems: [],
    });
    expect(parseSearch('Label:"Big deals" IS:Closed')).toMatchObject({
      text: '',
      label: 'Big deals',
      is: 'closed',
    });
  });

  it('takes unknown operators as text', () => {
    for (const text of ['colour:red', 'https://a.example/x', 'at 10:30', 'from', ':maya'])
      expect(parseSearch(text)).toMatchObject({ text, from: null, is: null, problems: [] });
  });

  it('leaves out an operator whose value is still to be typed', () => {
    expect(parseSearch('couro from:')).toMatchObject({ text: 'couro', from: null, problems: [] });
    expect(parseSearch('label:"" from: maya')).toMatchObject({ text: 'maya', label: null, problems: [] });
  });

  it('reads days, months and years, and says what is none', () => {
    expect(parseSearch('before:2026-3-1').before).toBe('2026-03-01');
    expect(parseSearch('before:2026-03').before).toBe('2026-03-01');
    expect(parseSearch('before:2026').before).toBe('2026-01-01');
    expect(parseSearch('before:2024-02-29').before).toBe('2024-02-29');
    for (const value of ['2026-02-30', '2026-13', 'yesterday', '03/04/2026', '0', '2026-00-00']) {
      const { before, problems } = parseSearch(`before:${value}`);
      expect([before, problems]).toEqual([null, [{ operator: 'before', value, kind: 'day' }]]);
    }
  });

  it('says which values it does not know, and that an operator counts once', () => {
    expect(parseSearch('has:cake').problems).toEqual([{ operator: 'has', value: 'cake', kind: 'value' }]);
    expect(parseSearch('is:lost').problems).toEqual([{ operator: 'is', value: 'lost', kind: 'value' }]);
    const twice = parseSearch('from:a from:b');
    expect([twice.from, twice.problems]).toEqual(['a', [{ operator: 'from', value: 'b', kind: 'twice' }]]);
  });

  it('knows no state that the workspace does not show', () => {
    expect(parseSearch('lamp is:URGENT')).toMatchObject({ text: 'lamp', is: 'urgent', problems: [] });
    const without = SEARCHED_STATES.filter((state) => state !== 'urgent');
    expect(parseSearch('lamp is:urgent', without)).toMatchObject({
      ...{ text: 'lamp', is: null, problems: [{ operator: 'is', value: 'urgent', kind: 'value' }] },
    });
  });

  it('never fails, and loses no word that is no operator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (typed) => {
        const { text, problems } = parseSearch(typed);
        expect(text.length).toBeLessThanOrEqual(typed.length);
        if (!typed.includes(':'))
          expect([text, problems]).toEqual([typed.split(/\s+/).filter(Boolean).join(' '), []]);
      }),
    );
  });

  it('is understood again as it was written', () => {
    const name = fc.stringMatching(/^[a-zà-ú]{1,10}( [a-z]{1,5})?$/);
    const day = fc.constantFrom('2026-01-05', '2024-02-29');
    const query = fc.record({
      text: fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { maxLength: 3 }).map((words) => words.join(' ')),
      from: fc.option(name),
      has: fc.option(fc.constantFrom(...SEARCHED_THING_NAMES)),
      before: fc.option(day),
      after: fc.option(day),
      label: fc.option(name),
      is: fc.option(fc.constantFrom(...SEARCHED_STATES)),
    });
    fc.assert(
      fc.property(query, (given) => {
        expect(parseSearch(writeSearch(given))).toEqual({ ...given, problems: [] });
      }),
    );
  });
});
