import { expect, it } from 'vitest';
import { readWords } from '../../server/platform/inbound/message-content.ts';
import { sentencesOf } from '../../shared/domain/assist/text/fold.ts';
import { languageCodeOf, languageOf } from '../../shared/domain/assist/text/language.ts';
import { gatherKnowledge } from '../../shared/domain/assist/text/support.ts';

/** Returns the milliseconds of processor time that some work takes, which a busy machine does not change. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1_000;
}

/** The longest text that WhatsApp lets a customer write. */
const LONGEST = 65_536;

it.each([
  ['one word', 'a'],
  ['an address without end', 'https:'],
  ['braces', '{{'],
  ['signs', '.'],
  ['signs in front of a letter', '.', 'a'],
  ['numbers', '1 '],
  ['words', 'abc '],
  ['capitals', 'Ab. '],
])('a long text of %s is read in no time', (_, piece, end = '') => {
  const text = piece.repeat(LONGEST / piece.length) + end;
  // Read again from each of its characters, it took from two seconds to a minute.
  expect(costOf(() => languageOf(text))).toBeLessThan(1_000);
  expect(costOf(() => languageCodeOf(text))).toBeLessThan(1_000);
  expect(costOf(() => sentencesOf(text))).toBeLessThan(1_000);
  expect(costOf(() => gatherKnowledge([{ text, isFromCustomer: true }], '2026-11-29'))).toBeLessThan(3_000);
});

it('a text is cut where WhatsApp ends it, by whole characters', () => {
  const { content } = readWords('text', { text: { body: `${'a'.repeat(LONGEST - 1)}👍👍` } });
  expect(content).toBe(`${'a'.repeat(LONGEST - 1)}👍`);
  expect(readWords('text', { text: {} }).content).toBe('');
  expect(readWords('image', { image: {} }).content).toBeNull();
});
