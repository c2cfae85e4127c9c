/** `soak`: everything at full size (`npm run test:soak`). Otherwise the loop of a developer (`npm test`). */
export const isSoak = process.env.SWITCHBOARD_TEST_LANE === 'soak';

/** A size that depends on the lane: a short slice in the loop, the whole in the soak lane. */
export const sized = (slice: number, whole: number): number => (isSoak ? whole : slice);

/** So many runs of a property: always the same few in the loop, new ones in the soak lane. */
export const propertyRuns = (slice: number, whole: number): { numRuns: number; seed?: number } =>
  isSoak ? { numRuns: whole } : { numRuns: slice, seed: 1 };

/** Returns `it` in the soak lane; in the loop a function that leaves the test out: `onlyInSoak(it)('…', …)`. */
export const onlyInSoak = <Test extends object>(test: Test): Test =>
  isSoak ? test : ((() => undefined) as unknown as Test);
