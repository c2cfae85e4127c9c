import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLogger } from '../logging/logger.ts';
import { createHousekeeping, type HousekeepingOptions } from './housekeeping.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from './step.ts';

/** Returns a step for a fake table with this many old rows. */
function table(name: string, rows: number, order: string[] = []): HousekeepingStep & { left(): number } {
  let left = rows;
  return {
    name,
    left: () => left,
    sweep: () =>
      inBatches(async () => {
        const removed = Math.min(left, BATCH_ROWS);
        left -= removed;
        order.push(name);
        return removed;
      }),
  };
}

function setUp(steps: HousekeepingStep[], options: Partial<HousekeepingOptions> = {}) {
  const logs: string[] = [];
  const removed: Record<string, number> = {};
  const succeeded: string[] = [];
  const housekeeping = createHousekeeping({
    steps,
    logger: createLogger('debug', { write: (line) => void logs.push(line) }),
    metrics: {
      housekeepingRemoved: (step, rows) => {
        removed[step] = (removed[step] ?? 0) + rows;
      },
      housekeepingSucceeded: (step) => void succeeded.push(step),
    },
    clock: systemClock,
    pauseMs: 0,
    ...options,
  });
  return { housekeeping, logs, removed, succeeded };
}

describe('a pass of housekeeping', () => {
  it('repeats each step until it has removed everything', async () => {
    const [many, few] = [table('many', 12_345), table('few', 3)];
    const { housekeeping, removed, succeeded } = setUp([many, few]);
    await housekeeping.pass();
    expect([many.left(), few.left()]).toEqual([0, 0]);
    expect(removed).toEqual({ many: 12_345, few: 3 });
    expect(succeeded).toEqual(['many', 'few']);
  });

  it('continues with the other steps when one throws, and logs its name', async () => {
    const broken: HousekeepingStep = {
      name: 'broken',
      // biome-ignore lint/correctness/useYield: it fails before its first batch.
      async *sweep() {
        throw new Error('access denied');
      },
    };
    const [before, after] = [table('before', 10), table('after', 10)];
    const { housekeeping, logs, succeeded } = setUp([before, broken, after]);
    await housekeeping.pass();
    expect([before.left(), after.left()]).toEqual([0, 0]);
    expect(succeeded).toEqual(['before', 'after']);
    const [line = ''] = logs.filter((entry) => entry.includes('access denied'));
    expect(JSON.parse(line)).toMatchObject({ level: 50, step: 'broken' });
  });

  it('runs the other steps while one has many rows to remove', async () => {
    const order: string[] = [];
    const { housekeeping } = setUp([table('many', 50_000, order), table('few', 1, order)], { turnMs: 0.001 });
    await housekeeping.pass();
    expect(order.indexOf('few')).toBeLessThan(5);
  });

  it('ends when its time is up', async () => {
    const endless: HousekeepingStep = {
      name: 'endless',
      async *sweep() {
        for (;;) {
          await setImmediate();
          yield BATCH_ROWS;
        }
      },
    };
    const { housekeeping, succeeded, logs } = setUp([endless], { passMs: 30, turnMs: 5 });
    await housekeeping.pass();
    expect(succeeded).toEqual([]);
    expect(logs.join()).toContain('pass timed out');
  });

  it('begins to measure every step at the start, so that an alert finds one that never succeeds', async () => {
    const broken: HousekeepingStep = {
      name: 'broken',
      // biome-ignore lint/correctness/useYield: it fails before its first batch.
      async *sweep() {
        throw new Error('access denied');
      },
    };
    const { housekeeping, succeeded } = setUp([broken]);
    housekeeping.start();
    await housekeeping.pass();
    expect(succeeded).toEqual(['broken']);
    await housekeeping.stop();
  });

  it('stops between two batches', async () => {
    const many = table('many', 1_000_000);
    const { housekeeping, removed } = setUp([many], { pauseMs: 60_000 });
    const pass = housekeeping.pass();
    await expect.poll(() => removed.many).toBe(BATCH_ROWS);
    await housekeeping.stop();
    await pass;
    expect(many.left()).toBe(1_000_000 - BATCH_ROWS);
  });
});
