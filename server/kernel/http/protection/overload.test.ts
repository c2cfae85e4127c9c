import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoopMeter, createOverload } from './overload.ts';

let turnMs = 0;
let waitMs = 0;
const refused: string[] = [];

function makeOverload() {
  return createOverload({
    loop: { probe: () => undefined, turnMs: () => turnMs },
    databaseWaitMs: () => waitMs,
    onRefused: (kind) => void refused.push(kind),
    random: () => 0.5,
  });
}

/** Begins a request of a caller; returns whether it is served, and how it ends. */
function begin(overload: ReturnType<typeof makeOverload>, authorization: string) {
  const res = new EventEmitter();
  const req = { headers: { authorization }, socket: {} } as IncomingMessage;
  const error = overload.request(req, res as unknown as ServerResponse);
  return { error, end: () => void res.emit('close') };
}

const startFlood = (overload: ReturnType<typeof makeOverload>, count = 40) =>
  Array.from({ length: count }, () => begin(overload, 'Bearer flood'));

/** Lets the refused share of requests change so many times, while callbacks come in. */
function pass(overload: ReturnType<typeof makeOverload>, steps: number): void {
  for (let step = 0; step < steps; step += 1) {
    vi.advanceTimersByTime(100);
    overload.callback();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  turnMs = 0;
  waitMs = 0;
  refused.length = 0;
  return () => void vi.useRealTimers();
});

describe('overload', () => {
  it('refuses nothing while the server keeps up, however many requests there are', () => {
    const overload = makeOverload();
    pass(overload, 20);
    expect(startFlood(overload, 500).every(({ error }) => error === null)).toBe(true);
  });

  it.each([
    ['turns of the event loop are long', () => (turnMs = 300)],
    ['work waits for the database', () => (waitMs = 1_200)],
  ])('refuses the caller with most requests when %s, and serves the others', (_, overloadNow) => {
    const overload = makeOverload();
    startFlood(overload);
    overloadNow();
    pass(overload, 8);
    const { error } = begin(overload, 'Bearer flood');
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(error?.retryAfter).toBeGreaterThanOrEqual(1);
    expect(begin(overload, 'Bearer neighbour').error).toBeNull();
    expect(overload.callback()).toBeNull();
    expect(refused).toEqual(['request']);
  });

  it('refuses everybody, and callbacks last, when it is far above its limits', () => {
    const overload = makeOverload();
    startFlood(overload);
    turnMs = 1_100;
    pass(overload, 8);
    expect(begin(overload, 'Bearer neighbour').error).toMatchObject({ code: 'unavailable' });
    expect(overload.callback()).toMatchObject({ code: 'unavailable' });
  });

  it('refuses nothing of few requests: they are slow for another reason', () => {
    const overload = makeOverload();
    turnMs = 5_000;
    pass(overload, 8);
    expect(startFlood(overload, 20).every(({ error }) => error === null)).toBe(true);
  });

  it('serves all again some time after the overload, and forgets requests that have ended', () => {
    const overload = makeOverload();
    const flood = startFlood(overload);
    turnMs = 300;
    pass(overload, 10);
    for (const { end } of flood) end();
    expect(begin(overload, 'Bearer flood').error).toBeNull();
    turnMs = 0;
    pass(overload, 20);
    expect(startFlood(overload).every(({ error }) => error === null)).toBe(true);
  });
});

describe('the meter of the event loop', () => {
  it('measures long turns, and not one of them alone', async () => {
    vi.useRealTimers();
    const meter = createLoopMeter();
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const block = (ms: number) => {
      const until = performance.now() + ms;
      while (performance.now() < until);
    };
    const measure = async (ms: number) => {
      const startedAt = performance.now();
      meter.probe();
      await turn();
      block(ms);
      await turn();
      const took = performance.now() - startedAt;
      // The meter looks again after 25 ms at the earliest.
      await new Promise((resolve) => setTimeout(resolve, 30));
      return took;
    };
    // A busy machine makes the turn longer; it counts for less than it took all the same.
    const took = await measure(60);
    expect(meter.turnMs()).toBeLessThan((took * 2) / 3);
    for (let times = 0; times < 12; times += 1) await measure(60);
    expect(meter.turnMs()).toBeGreaterThan(40);
  });
});
