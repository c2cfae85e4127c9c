/** Whether this is the soak lane (`npm run test:soak`), at full size. */
export const isSoak = process.env.SWITCHBOARD_TEST_LANE === 'soak';
/** Whether this is the loop (`npm test`), which has one thin run of each subject. */
export const isLoop = process.env.SWITCHBOARD_TEST_LANE === 'loop';

/**
 * Whether connections lead to several database nodes in turn (`npm run test:galera`). A lock holds on one node only, so a test
 * that makes a request wait for a lock of its own is for one node; another test shows that both changes are made.
 */
export const isOnSeveralNodes = process.env.TEST_GALERA === 'balanced';

/** Returns the size for the current lane: the whole in the soak lane, a slice elsewhere, or a thinner one in the loop. */
export const sized = (slice: number, whole: number, thin = slice): number => {
  if (isSoak) return whole;
  return isLoop ? thin : slice;
};

/** Returns the options of a property test: new runs in the soak lane, the same few elsewhere. */
export const propertyRuns = (slice: number, whole: number): { numRuns: number; seed?: number } =>
  isSoak ? { numRuns: whole } : { numRuns: slice, seed: 1 };

/** Returns `it` in the soak lane, and elsewhere a function that skips: `onlyInSoak(it)('…', …)`. */
export const onlyInSoak = <Test extends object>(test: Test): Test =>
  isSoak ? test : ((() => undefined) as unknown as Test);
