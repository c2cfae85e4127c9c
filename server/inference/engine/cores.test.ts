import { expect, it } from 'vitest';
import { threadsFor } from './cores.ts';

it('a small model gets one thread: more would only wait for each other', () => {
  expect([threadsFor(2_000_000, 8), threadsFor(2_000_000_000, 8)]).toEqual([1, 8]);
});

it('a large one gets the cores that this process can use', () => {
  expect(threadsFor(2_000_000_000)).toBeGreaterThan(0);
});
