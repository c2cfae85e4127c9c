/**
 * Durations, counted by buckets whose bounds grow by a constant factor: a percentile of a sum of histograms is within
 * 2.5% of the true one (decision 0310).
 */

/** How many durations are in each bucket, by its number. */
export type Histogram = Record<string, number>;

/** How much longer the durations of a bucket are than those of the one before. */
export const GROWTH = 1.05;
const LOG_GROWTH = Math.log(GROWTH);

/** Returns the bucket of a duration: above GROWTH^(b-2) seconds, up to GROWTH^(b-1). */
export function bucketOf(seconds: number): number {
  return seconds < 1 ? 0 : Math.max(1, Math.ceil(Math.log(seconds) / LOG_GROWTH - 1e-9) + 1);
}

/** Returns the duration that stands for all of a bucket, in seconds: none of them is further away than 2.5%. */
export function secondsOf(bucket: number): number {
  return bucket === 0 ? 0 : (2 * GROWTH ** (bucket - 1)) / (GROWTH + 1);
}

/** Adds the durations of a histogram to another one. */
export function addHistogram(to: Histogram, from: Histogram): void {
  for (const [bucket, n] of Object.entries(from)) to[bucket] = (to[bucket] ?? 0) + n;
}

/** Returns the smallest duration that a share of all durations does not exceed; null when there are none. */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, n]) => [Number(bucket), n] as const)
    .toSorted(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, n]) => sum + n, 0);
  let seen = 0;
  for (const [bucket, n] of buckets) {
    seen += n;
    if (seen >= share * total) return Math.round(secondsOf(bucket));
  }
  return null;
}
