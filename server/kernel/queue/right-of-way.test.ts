import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRightOfWay } from './right-of-way.ts';

const LONG = 60_000;

/** Returns whether a promise is settled once all that is due now has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, sleep(5, pending)])) !== pending;
}

it('lets work go on at once while nothing goes first', async () => {
  expect(await isSettled(createRightOfWay(LONG).yield())).toBe(true);
});

it('holds work back until all that goes first is done, also when it fails', async () => {
  const way = createRightOfWay(LONG);
  const hold = way.hold();
  let fail = (_error: Error) => {};
  const failing = way.first(() => new Promise((_resolve, reject) => (fail = reject)));
  const passed = way.yield();
  hold.release();
  hold.release();
  expect(await isSettled(passed)).toBe(false);
  fail(new Error('failed'));
  await expect(failing).rejects.toThrow('failed');
  expect(await isSettled(passed)).toBe(true);
});

it('holds work back after what goes first has stored something, until a worker can have taken it', async () => {
  const way = createRightOfWay(LONG, 40);
  await way.first(async () => 'stored');
  const startedAt = performance.now();
  const passed = way.yield();
  expect(await isSettled(passed)).toBe(false);
  await passed;
  expect(performance.now() - startedAt).toBeLessThan(LONG);
});

it('lets work pass while what goes first waits for something else', async () => {
  const way = createRightOfWay(LONG);
  const hold = way.hold();
  hold.release();
  expect(await isSettled(way.yield())).toBe(true);
  hold.resume();
  expect(await isSettled(way.yield())).toBe(false);
  hold.release();
});

it('holds nothing back for longer than its limit', async () => {
  const way = createRightOfWay(1);
  way.hold();
  await way.yield();
});
