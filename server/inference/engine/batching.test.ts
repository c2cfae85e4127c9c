import { describe, expect, it } from 'vitest';
import { fullSteps } from './batching.ts';

const item = (tokens: number) => ({
  tokens: Array.from({ length: tokens }, () => 0 as never),
  logits: [],
  evaluationPriority: 3 as const,
});

function rig(writing: number) {
  let now = 0;
  const steps: [number, number][] = [];
  const strategy = fullSteps(
    { writing: () => writing, onStep: (sequences, tokens) => void steps.push([sequences, tokens]) },
    () => now,
  );
  return { strategy, steps, pass: (ms: number) => (now += ms) };
}

describe('full steps', () => {
  it('waits for the sequences that are writing, and never longer than a millisecond', () => {
    const { strategy, pass } = rig(4);
    const three = [item(1), item(1), item(1)];
    expect(strategy({ items: three, size: 512 })).toEqual([]);
    expect(strategy({ items: [...three, item(1)], size: 512 })).toHaveLength(4);
    expect(strategy({ items: three, size: 512 })).toEqual([]);
    pass(1);
    expect(strategy({ items: three, size: 512 })).toHaveLength(3);
  });

  it('waits for nobody who only reads', () => {
    const { strategy, steps } = rig(0);
    expect(strategy({ items: [item(64), item(1)], size: 512 })).toHaveLength(2);
    expect(steps).toEqual([[2, 65]]);
  });

  it('writes first, and reads with what room is left', () => {
    const { strategy } = rig(1);
    const [long, single] = [item(600), item(1)];
    expect(strategy({ items: [long, single], size: 512 })).toEqual([
      { item: single, processAmount: 1 },
      { item: long, processAmount: 511 },
    ]);
  });
});
