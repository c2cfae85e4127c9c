import { describe, expect, it } from 'vitest';
import { fullSteps, placeInStep, type Step } from './batching.ts';

const item = (tokens: number, place = 0) => ({
  tokens: Array.from({ length: tokens }, () => 0 as never),
  logits: [],
  evaluationPriority: placeInStep(place),
});

function rig(writing: number, waiting: readonly number[] = []) {
  let now = 0;
  const steps: Step[] = [];
  const strategy = fullSteps(
    {
      writing: () => writing,
      mustWait: (place) => waiting.includes(place),
      onStep: (step) => void steps.push(step),
    },
    () => now,
  );
  return { strategy, steps, pass: (ms: number) => (now += ms) };
}

describe('full steps', () => {
  it('waits for the sequences that are writing, but no longer than a millisecond', () => {
    const { strategy, pass } = rig(4);
    const three = [item(1), item(1), item(1)];
    expect(strategy({ items: three, size: 512 })).toEqual([]);
    expect(strategy({ items: [...three, item(1)], size: 512 })).toHaveLength(4);
    expect(strategy({ items: three, size: 512 })).toEqual([]);
    pass(1);
    expect(strategy({ items: three, size: 512 })).toHaveLength(3);
  });

  it('does not wait for sequences that only read', () => {
    const { strategy, steps } = rig(0);
    expect(strategy({ items: [item(64, 1), item(1, 0)], size: 512 })).toHaveLength(2);
    expect(steps).toEqual([{ sequences: 2, tokens: 65, passes: 1 }]);
  });

  it('writes first, and uses the remaining room for reading', () => {
    const { strategy } = rig(1);
    const [long, single] = [item(600, 1), item(1, 0)];
    expect(strategy({ items: [long, single], size: 512 })).toEqual([
      { item: single, processAmount: 1 },
      { item: long, processAmount: 511 },
    ]);
  });

  it('leaves out what waits for a higher class, unless there is nothing else', () => {
    const { strategy, steps } = rig(1, [0]);
    const [writing, reading] = [item(1, 0), item(64, 1)];
    expect(strategy({ items: [writing, reading], size: 512 })).toEqual([
      { item: reading, processAmount: 64 },
    ]);
    expect(strategy({ items: [writing], size: 512 })).toEqual([{ item: writing, processAmount: 1 }]);
    expect(steps.map(({ tokens }) => tokens)).toEqual([64, 1]);
  });

  it('sorts the sequences, which takes one pass over the weights if none is missing', () => {
    const { strategy, steps } = rig(4);
    const order = (places: number[]) =>
      strategy({ items: places.map((place) => item(1, place)), size: 512 }).map(
        ({ item }) => item.evaluationPriority,
      );
    expect(order([3, 1, 0, 2])).toEqual([0, 1, 2, 3]);
    expect(order([3, 0, 5, 2])).toEqual([0, 2, 3, 5]);
    expect(steps.map(({ passes }) => passes)).toEqual([1, 3]);
  });
});
