import { expect, it } from 'vitest';
import { countSentence } from './replay-words.ts';

it.each([
  ['failed', 0, 'active', 'Nothing has failed in that time.'],
  ['missing', 0, 'active', 'Nothing was missed in that time.'],
  ['failed', 1, 'failing', '1 delivery is sent again now.'],
  ['missing', 12, 'active', '12 events are sent now.'],
  ['missing', 1, 'paused', '1 event waits until the endpoint is sent events again.'],
  ['failed', 3, 'disabled', '3 deliveries wait until the endpoint is sent events again.'],
] as const)('%s: %i while %s', (kind, count, state, sentence) => {
  expect(countSentence(kind, { count, isCapped: false }, state)).toBe(sentence);
});

it('says when there is more', () => {
  const capped = countSentence('failed', { count: 10_000, isCapped: true }, 'active');
  expect(capped).toBe('10,000 deliveries are sent again now. There are more: do it once more for the rest.');
});
