import { checkBeforeSend } from '../../shared/domain/assist/text/check.ts';
import { findDetails } from '../../shared/domain/assist/text/details.ts';
import { findPromises } from '../../shared/domain/assist/text/promises.ts';
import { isThanks } from '../../shared/domain/assist/text/thanks.ts';
import { CHECK_CASES } from './check-cases.ts';
import { DETAIL_CASES, MORE_DETAIL_CASES, ORDER_PATTERNS } from './details-cases.ts';
import { PROMISE_CASES, PROMISE_NOW } from './promise-cases.ts';
import { compare, type ScoreTable } from './scores.ts';
import { THANKS_CASES } from './thanks-cases.ts';
import { GOLDEN_TODAY } from './verifier-case.ts';

/** Runs the cases of details, promises, checks and thanks. Returns a line for each that is not what it says. */
export function scoreRules(table: ScoreTable): string[] {
  const misses: string[] = [];
  const add = (
    part: string,
    kinds: (value: string) => string,
    language: string,
    text: string,
    expected: string[],
    found: string[],
  ) => {
    for (const kind of new Set([...expected, ...found].map(kinds))) {
      const only = (values: string[]) => values.filter((value) => kinds(value) === kind);
      table.add(part, kind, language, compare(only(expected), only(found)));
    }
    if (expected.length + found.length === 0) table.add(part, 'none', language, compare([], []));
    if (expected.join() !== found.join()) misses.push(`${part} ${language}: ${text} -> ${found.join(', ')}`);
  };
  const firstWord = (value: string) => value.split(' ')[0] ?? value;

  for (const [language, text, ...expected] of [...DETAIL_CASES, ...MORE_DETAIL_CASES]) {
    const found = findDetails(text, { today: GOLDEN_TODAY, orderFormats: ORDER_PATTERNS });
    add(
      'details',
      firstWord,
      language,
      text,
      expected,
      found.map(({ kind, value }) => `${kind} ${value}`),
    );
  }
  for (const [language, text, ...expected] of PROMISE_CASES) {
    const found = findPromises(text, PROMISE_NOW).map(({ due }) =>
      due === null ? 'open' : [due.date, due.time].filter(Boolean).join(' '),
    );
    add('promises', () => 'promise', language, text, expected, found);
  }
  for (const [language, text, expected, more] of CHECK_CASES) {
    const options = { contactName: 'Ana Souza', hasAttachment: false, windowIsOpen: true, ...more };
    const found = checkBeforeSend(text, options).map(({ kind }) => kind);
    add('check', firstWord, language, text, [...expected], found);
  }
  for (const [language, text, is] of THANKS_CASES) {
    const only = (has: boolean) => (has ? ['thanks'] : []);
    add('thanks', firstWord, language, text, only(is === 'thanks'), only(isThanks(text)));
  }
  return misses;
}
