import { describe, expect, it } from 'vitest';
import { mayStart, type RequestClass, speculativeSlots, yieldsTo } from './request-class.ts';

describe('the slots of request classes', () => {
  const starts = (one: RequestClass, running: RequestClass[], slots = 4) => mayStart(one, running, slots);

  it('gives class 0 any free slot', () => {
    expect([starts(0, [0, 0, 0]), starts(0, [0, 2, 2]), starts(0, [0, 0, 0, 0])]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('leaves one slot to class 0', () => {
    expect([starts(1, [1, 1]), starts(1, [1, 1, 1]), starts(1, [1, 2, 2]), starts(1, [0, 1, 1])]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('limits speculative requests to two slots, and background requests to one', () => {
    expect([starts(2, [2]), starts(2, [2, 3]), starts(3, [2]), starts(3, [3])]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('lets them run in a single slot, while nothing else does', () => {
    expect([starts(3, [], 1), starts(1, [], 1), starts(2, [0], 1), speculativeSlots(1)]).toEqual([
      true,
      true,
      false,
      1,
    ]);
  });
});

describe('the turns of request classes', () => {
  const one = (requestClass: RequestClass, state: 'idle' | 'reading' | 'writing' = 'writing') => ({
    requestClass,
    state,
  });

  it('stops lower classes while a higher one reads', () => {
    expect(yieldsTo(one(1), one(0, 'reading'))).toBe(true);
    expect(yieldsTo(one(3), one(2, 'reading'))).toBe(true);
    expect(yieldsTo(one(0), one(0, 'reading'))).toBe(false);
    expect(yieldsTo(one(0), one(1, 'reading'))).toBe(false);
  });

  it('stops speculative requests as long as someone waits for another', () => {
    expect(yieldsTo(one(2), one(0))).toBe(true);
    expect(yieldsTo(one(3), one(1))).toBe(true);
    expect(yieldsTo(one(1), one(0))).toBe(false);
    expect(yieldsTo(one(3), one(2))).toBe(false);
    expect(yieldsTo(one(2), one(0, 'idle'))).toBe(false);
  });
});
