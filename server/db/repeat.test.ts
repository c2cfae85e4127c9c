import { expect, it } from 'vitest';
import { RunAgainError } from './database-errors.ts';
import { createRepeat } from './repeat.ts';

const inAMinute = () => performance.now() + 60_000;
const always = () => true;

/** A counter that undoes a change when another one was made since the change began, as nodes of a cluster do. */
function createCounter() {
  let version = 0;
  let undone = 0;
  return {
    undone: () => undone,
    add: async () => {
      const seen = version;
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (version !== seen) {
        undone += 1;
        throw new RunAgainError('another change came first');
      }
      version += 1;
      return version;
    },
  };
}

it('makes all of many changes that undo each other, and few of them more than twice', async () => {
  const repeat = createRepeat();
  const counter = createCounter();
  const made = await Promise.all(
    Array.from({ length: 50 }, () => repeat(always, 'one', inAMinute(), counter.add)),
  );
  expect(made.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(counter.undone()).toBeLessThan(100);
});

it('repetitions of one caller do not wait for those of another', async () => {
  const repeat = createRepeat();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const failingOnce = (work: () => Promise<unknown>) => {
    let isFirst = true;
    return async () => {
      if (!isFirst) return work();
      isFirst = false;
      throw new RunAgainError('again');
    };
  };
  const slow = repeat(
    always,
    'slow',
    inAMinute(),
    failingOnce(() => held),
  );
  await repeat(
    always,
    'quick',
    inAMinute(),
    failingOnce(async () => undefined),
  );
  release();
  await slow;
});

it('ends with the error: one that is not worth it, at the end of the time, and after many tries', async () => {
  const repeat = createRepeat();
  let calls = 0;
  const fail = async () => {
    calls += 1;
    throw new RunAgainError(`call ${calls}`);
  };
  await expect(repeat(() => false, '', inAMinute(), fail)).rejects.toThrow('call 1');
  await expect(repeat(always, '', performance.now(), fail)).rejects.toThrow('call 2');
  await expect(repeat(always, '', inAMinute(), fail)).rejects.toThrow('call 22');
});
