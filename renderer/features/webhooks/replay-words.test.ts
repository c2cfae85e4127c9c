import { expect, it } from 'vitest';
import { countSentence } from './replay-words.ts';

it.each([
  ['failed', 0, false, 'Nothing has failed in that time.'],
  ['missing', 0, false, 'Nothing was missed in that time.'],
  ['failed', 1, false, '1 delivery is sent again now.'],
  ['missing', 12, false, '12 events are sent now.'],
  [
    ...(['failed', 1_000, true] as const),
    '1,000 deliveries are sent again now. There are more: do it once more for the rest.',
  ],
] as const)('%s: %i, capped: %s', (kind, count, isCapped, sentence) => {
  expect(countSentence(kind, { count, isCapped })).toBe(sentence);
});
