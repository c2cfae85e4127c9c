import { expect, it } from 'vitest';
import { loadPageTexts } from '../../../lib/i18n.ts';
import { replayResult } from './replay-text.ts';

// The texts of these pages are loaded when a page needs them.
await loadPageTexts();

it.each([
  ['failed', 0, 'active', 'No deliveries failed in this period.'],
  ['missing', 0, 'active', 'No events are missing in this period.'],
  ['failed', 1, 'failing', '1 delivery is being resent.'],
  ['missing', 12, 'active', '12 events are being sent.'],
  ['missing', 1, 'paused', '1 event will be sent when the endpoint is resumed.'],
  ['failed', 3, 'disabled', '3 deliveries will be resent when the endpoint is enabled.'],
] as const)('%s: %i while %s', (kind, count, state, sentence) => {
  expect(replayResult(kind, { count, isCapped: false }, state)).toBe(sentence);
});

it('mentions the rest when the count is capped', () => {
  const capped = replayResult('failed', { count: 10_000, isCapped: true }, 'active');
  expect(capped).toBe('10,000 deliveries are being resent. There are more. Run it again for the rest.');
});
