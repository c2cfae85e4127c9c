/** Whether this is the soak lane (`npm run test:soak`), at full size; otherwise the loop (`npm test`). */
export const isSoak = process.env.SWITCHBOARD_TEST_LANE === 'soak';

/** Returns the size for the current lane: a short slice in the loop, the whole in the soak lane. */
export const sized = (slice: number, whole: number): number => (isSoak ? whole : slice);

/** Returns the options of a property test: the same few runs in the loop, new ones in the soak lane. */
export const propertyRuns = (slice: number, whole: number): { numRuns: number; seed?: number } =>
  isSoak ? { numRuns: whole } : { numRuns: slice, seed: 1 };

/** Returns `it` in the soak lane, and in the loop a function that skips: `onlyInSoak(it)('…', …)`. */
export const onlyInSoak = <Test extends object>(test: Test): Test =>
  isSoak ? test : ((() => undefined) as unknown as Test);
