import fc from 'fast-check';

/** Generates the usual values most of the time, and odd ones in about one of `usual` + 1 requests. */
export function mostly<T>(usual: number, good: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: usual, arbitrary: good }, { weight: 1, arbitrary: odd });
}
