/**
 * Lets work on the context come between two steps.
 *
 * The library's loop of steps keeps the context locked as long as another step is asked for before one ends,
 * and two answers being written together see to that for ever. What needs the lock (forgetting the tail of
 * another chat, so nearly every new request) would wait until all but one of them have ended. So every
 * request for steps passes here first: while such work waits, nobody does, the loop runs dry and the lock is free.
 */
export class StepGate {
  private waiting = 0;
  private opened: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;

  get isClosed(): boolean {
    return this.waiting > 0;
  }

  /** Resolves when steps may be asked for again. */
  async pass(): Promise<void> {
    while (this.isClosed) await this.opened;
  }

  /** Runs work that needs the context; steps wait until it has ended, however it ended. */
  async between<Result>(work: () => Promise<Result>): Promise<Result> {
    this.waiting += 1;
    if (this.waiting === 1) {
      this.opened = new Promise((resolve) => {
        this.open = resolve;
      });
    }
    try {
      return await work();
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) this.open();
    }
  }
}
