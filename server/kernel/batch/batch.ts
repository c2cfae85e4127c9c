/** How a batch collects and writes. */
export interface BatchOptions<Item, Result> {
  /** Writes some items together and returns a result for each. An error goes to every one of them. */
  write(items: readonly Item[]): Promise<readonly Result[]>;
  /** Settles the items of a write that failed; without it, all of them fail with its error. */
  recover?(error: unknown, entries: readonly BatchEntry<Item, Result>[]): Promise<void>;
  /** Items of one write at most. */
  size: number;
  /** Returns how many of the oldest items go into the next write, where `size` is not the only limit; at least 1. */
  take?(waiting: Iterable<Item>): number;
  /** Writes that run at the same time at most; 1 when it is left out. */
  writers?: number;
  /**
   * When the first write begins: at once, after this turn of the event loop, or after so many milliseconds unless
   * `size` items wait before.
   */
  start?: 'at once' | 'next turn' | { afterMs: number };
  /** From so many waiting items on, `isFull` says that the caller has to wait. */
  most?: number;
}

/** An item that waits for its write. */
export interface BatchEntry<Item, Result> {
  readonly item: Item;
  done(result: Result): void;
  failed(error: unknown): void;
}

export interface Batch<Item, Result> {
  /** Resolves when the item is written; rejects with the error of its write. */
  add(item: Item): Promise<Result>;
  /** Writes all that waits without delay; resolves when it is settled, whether it was written or failed. */
  flush(): Promise<void>;
  /** Fails all that waits and is not being written. */
  failWaiting(error: unknown): void;
  waiting(): number;
  isFull(): boolean;
}

/**
 * Collects items and writes them together. Items that come while writes are running go together into the next one, so
 * a database that is slow gets larger writes and not more of them.
 */
export function createBatch<Item, Result>(options: BatchOptions<Item, Result>): Batch<Item, Result> {
  const { write, recover, size, writers = 1, start = 'at once', most = Number.POSITIVE_INFINITY } = options;
  let waiting: BatchEntry<Item, Result>[] = [];
  const unsettled = new Set<Promise<unknown>>();
  let running = 0;
  let flushes = 0;
  let isStarting = false;
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    if (waiting.length === 0 || running >= writers) return;
    if (start === 'at once' || isDue()) return void run();
    if (start === 'next turn') {
      if (isStarting) return;
      isStarting = true;
      setImmediate(() => {
        isStarting = false;
        if (running < writers) void run();
      });
      return;
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      if (running < writers) void run();
    }, start.afterMs);
  }

  /** Whether a write of a batch that waits for time has to begin before its time. */
  function isDue(): boolean {
    return flushes > 0 || (typeof start === 'object' && waiting.length >= size);
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running += 1;
    do await writeNext();
    while (waiting.length > 0 && (typeof start === 'string' || isDue()));
    running -= 1;
    begin();
  }

  async function writeNext(): Promise<void> {
    if (waiting.length === 0) return;
    const room = options.take?.(itemsOf(waiting)) ?? size;
    const entries = waiting.splice(0, Math.max(1, Math.min(room, size)));
    try {
      const results = await write(entries.map(({ item }) => item));
      for (const [at, entry] of entries.entries()) entry.done(results[at] as Result);
    } catch (error) {
      const failure = recover
        ? await recover(error, entries).then(
            () => error,
            (other: unknown) => other,
          )
        : error;
      // Those that are settled already stay as they are.
      for (const { failed } of entries) failed(failure);
    }
  }

  return {
    add: (item) => {
      const written = new Promise<Result>((done, failed) => waiting.push({ item, done, failed }));
      unsettled.add(written);
      const settled = () => void unsettled.delete(written);
      written.then(settled, settled);
      begin();
      return written;
    },
    flush: async () => {
      flushes += 1;
      begin();
      await Promise.allSettled([...unsettled]);
      flushes -= 1;
    },
    failWaiting: (error) => {
      const failed = waiting;
      waiting = [];
      for (const entry of failed) entry.failed(error);
    },
    waiting: () => waiting.length,
    isFull: () => waiting.length >= most,
  };
}

function* itemsOf<Item>(entries: readonly { item: Item }[]): Generator<Item> {
  for (const { item } of entries) yield item;
}
