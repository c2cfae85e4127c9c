/**
 * Runs work on the context between two steps.
 *
 * The library's step loop keeps the context locked while a new step is requested before the current one ends,
 * which is always the case when two answers are being written. Work that needs the lock (removing the end of
 * another chat, so nearly every new request) would wait until all answers but one have ended. So requests for
 * steps wait at this gate while such work is pending; the loop runs out of steps and releases the lock.
 */
export class StepGate {
  private waiting = 0;
  private opened: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;

  get isClosed(): boolean {
    return this.waiting > 0;
  }

  /** Resolves when steps can be requested again. */
  async pass(): Promise<void> {
    while (this.isClosed) await this.opened;
  }

  /** Runs work that needs the context. Steps wait until it succeeds or fails. */
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
