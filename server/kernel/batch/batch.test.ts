import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchOptions, createBatch } from './batch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A batch whose writes end when the test says so. */
function setUp(options: Partial<BatchOptions<string, string>> = {}) {
  const writes: { items: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const batch = createBatch<string, string>({
    size: 3,
    write: (items) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(items.map((item) => `${item}!`));
        writes.push({ items, end, fail: reject });
      }),
    ...options,
  });
  return { batch, writes, items: () => writes.map((write) => write.items) };
}

/** Lets the promises that are settled go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

describe('a batch that starts at once', () => {
  it('writes together what comes while a write runs, up to its size', async () => {
    const { batch, writes, items } = setUp();
    const added = ['a', 'b', 'c', 'd', 'e'].map((item) => batch.add(item));
    expect(items()).toEqual([['a']]);
    expect(batch.waiting()).toBe(4);
    writes[0]?.end();
    await settle();
    expect(items()).toEqual([['a'], ['b', 'c', 'd']]);
    writes[1]?.end();
    await settle();
    writes[2]?.end();
    expect(await Promise.all(added)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
  });

  it('runs as many writes at a time as it may', async () => {
    const { batch, items } = setUp({ writers: 2 });
    for (const item of ['a', 'b', 'c', 'd']) void batch.add(item);
    expect(items()).toEqual([['a'], ['b']]);
  });

  it('takes as many as the caller allows, and at least one', async () => {
    const { batch, writes, items } = setUp({ take: (waiting) => [...waiting].indexOf('c') });
    for (const item of ['a', 'b', 'c', 'd']) void batch.add(item);
    writes[0]?.end();
    await settle();
    writes[1]?.end();
    await settle();
    expect(items()).toEqual([['a'], ['b'], ['c']]);
  });

  it('gives the error of a write to every item of it, and to no other', async () => {
    const { batch, writes } = setUp();
    const added = ['a', 'b', 'c'].map((item) => batch.add(item));
    writes[0]?.end();
    await settle();
    writes[1]?.fail(new Error('away'));
    const outcomes = await Promise.allSettled(added);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const later = batch.add('d');
    await settle();
    writes[2]?.end();
    expect(await later).toBe('d!');
  });

  it('lets the caller settle the items of a failed write; those that it leaves open fail', async () => {
    const { batch, writes } = setUp({
      recover: async (_, [first]) => first?.done('saved'),
    });
    void batch.add('a');
    const added = ['b', 'c'].map((item) => batch.add(item));
    writes[0]?.end();
    await settle();
    writes[1]?.fail(new Error('away'));
    expect(await Promise.allSettled(added)).toMatchObject([
      { value: 'saved' },
      { reason: new Error('away') },
    ]);
  });

  it('goes on when the recovery fails', async () => {
    const { batch, writes } = setUp({ recover: () => Promise.reject(new Error('worse')) });
    const first = batch.add('a');
    const second = batch.add('b');
    writes[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('worse');
    await settle();
    writes[1]?.end();
    expect(await second).toBe('b!');
  });

  it('fails what waits on request, and not what is being written', async () => {
    const { batch, writes } = setUp();
    const [first, second] = ['a', 'b'].map((item) => batch.add(item));
    batch.failWaiting(new Error('too late'));
    writes[0]?.end();
    expect(await first).toBe('a!');
    await expect(second).rejects.toThrow('too late');
    expect(batch.waiting()).toBe(0);
  });

  it('says when it is full', () => {
    const { batch } = setUp({ most: 2 });
    for (const item of ['a', 'b']) void batch.add(item);
    expect(batch.isFull()).toBe(false);
    void batch.add('c');
    expect(batch.isFull()).toBe(true);
  });
});

describe('a batch that starts in the next turn', () => {
  it('writes together what comes in one turn', async () => {
    const { batch, items } = setUp({ start: 'next turn' });
    for (const item of ['a', 'b']) void batch.add(item);
    expect(items()).toEqual([]);
    await vi.advanceTimersToNextTimerAsync();
    expect(items()).toEqual([['a', 'b']]);
  });
});

describe('a batch that starts after a time', () => {
  const start = { afterMs: 1_000 };

  it('writes when the time is over', async () => {
    const { batch, writes, items } = setUp({ start });
    void batch.add('a');
    await vi.advanceTimersByTimeAsync(600);
    void batch.add('b');
    await vi.advanceTimersByTimeAsync(399);
    expect(items()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(items()).toEqual([['a', 'b']]);
    // What comes during the write waits for its own time.
    void batch.add('c');
    writes[0]?.end();
    await vi.advanceTimersByTimeAsync(999);
    expect(items()).toEqual([['a', 'b']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(items()).toEqual([['a', 'b'], ['c']]);
  });

  it('writes before that when it has its size', () => {
    const { batch, items } = setUp({ start });
    for (const item of ['a', 'b', 'c']) void batch.add(item);
    expect(items()).toEqual([['a', 'b', 'c']]);
  });

  it('writes everything on a flush, which ends when all of it is settled', async () => {
    const { batch, writes, items } = setUp({ start });
    for (const item of ['a', 'b', 'c', 'd']) void batch.add(item);
    let isFlushed = false;
    void batch.flush().then(() => {
      isFlushed = true;
    });
    writes[0]?.end();
    await settle();
    expect(items()).toEqual([['a', 'b', 'c'], ['d']]);
    expect(isFlushed).toBe(false);
    writes[1]?.fail(new Error('away'));
    await settle();
    expect(isFlushed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
