/** One table whose old rows are removed. */
export interface HousekeepingStep {
  /** The table, as it is named in logs and metrics. */
  readonly name: string;
  /**
   * Removes what is too old, batch by batch, and yields the number of rows after each batch. Each batch must be
   * short and complete in itself: the runner may stop between any two of them.
   */
  sweep(): AsyncIterable<number>;
}

/** Rows of one DELETE: few enough to hold locks only for some milliseconds. */
export const BATCH_ROWS = 1_000;

/** Repeats a DELETE with `LIMIT BATCH_ROWS` until it finds fewer rows than that. Yields the rows of each batch. */
export async function* inBatches(removeBatch: () => Promise<number>): AsyncGenerator<number> {
  for (;;) {
    const removed = await removeBatch();
    yield removed;
    if (removed < BATCH_ROWS) return;
  }
}
