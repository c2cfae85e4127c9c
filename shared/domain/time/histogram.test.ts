import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addHistogram, bucketOf, type Histogram, percentileOf, secondsOf } from './histogram.ts';

it('stands for each duration within 2.5%', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * 86_400 }), (seconds) => {
      expect(Math.abs(secondsOf(bucketOf(seconds)) / seconds - 1)).toBeLessThan(0.025);
    }),
  );
  expect(secondsOf(bucketOf(0))).toBe(0);
});

it('gives the percentiles of all durations, however they are divided', () => {
  const durations = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, durations, fc.constantFrom(0.5, 0.9), (some, others, share) => {
      const sum = histogramOf(some);
      addHistogram(sum, histogramOf(others));
      const all = [...some, ...others].toSorted((a, b) => a - b);
      const exact = all[Math.ceil(share * all.length) - 1] ?? 0;
      // Half a second of rounding.
      expect(Math.abs((percentileOf(sum, share) ?? -1) - exact)).toBeLessThanOrEqual(exact * 0.025 + 0.5);
    }),
  );
  expect(percentileOf({}, 0.5)).toBeNull();
});

function histogramOf(durations: readonly number[]): Histogram {
  const histogram: Histogram = {};
  for (const seconds of durations) addHistogram(histogram, { [bucketOf(seconds)]: 1 });
  return histogram;
}
