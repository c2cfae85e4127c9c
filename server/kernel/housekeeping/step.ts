/** A table whose old rows are removed. */
export interface HousekeepingStep {
  /** The name of the table in logs and metrics. */
  readonly name: string;
  /**
   * Removes old rows in batches, and yields the number of rows of each batch. Each batch must be short and
   * independent: the runner may stop between any two of them.
   */
  sweep(): AsyncIterable<number>;
}

/** The rows of one DELETE: few enough to hold locks for only a few milliseconds. */
export const BATCH_ROWS = 1_000;

/**
 * Repeats a DELETE with `LIMIT BATCH_ROWS` until it finds fewer rows than that. Yields the rows of each
 * batch.
 */
export async function* inBatches(removeBatch: () => Promise<number>): AsyncGenerator<number> {
  for (;;) {
    const removed = await removeBatch();
    yield removed;
    if (removed < BATCH_ROWS) return;
  }
}
