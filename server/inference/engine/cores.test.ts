import { expect, it } from 'vitest';
import { threadsFor } from './cores.ts';

it('uses one thread for a small model, because more would only wait for each other', () => {
  expect([threadsFor(2_000_000, 8), threadsFor(2_000_000_000, 8)]).toEqual([1, 8]);
});

it('uses all cores available to this process for a large model', () => {
  expect(threadsFor(2_000_000_000)).toBeGreaterThan(0);
});
