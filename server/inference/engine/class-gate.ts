import { type TurnView, yieldsTo } from '../request-class.ts';

/**
 * Makes running requests of lower classes wait between two steps while one of a higher class runs. They keep their slots
 * and what they have read and written, and go on afterwards.
 */
export class ClassGate<One extends TurnView> {
  private readonly all: readonly One[];
  private waiting: (() => void)[] = [];

  /** @param all every slot; the list may still grow. */
  constructor(all: readonly One[]) {
    this.all = all;
  }

  /** Returns whether a request may not request its next step now. */
  mustWait(one: One): boolean {
    return one.requestClass > 0 && this.all.some((other) => other !== one && yieldsTo(one, other));
  }

  /** Resolves when a request may go on, or was cancelled. */
  async pass(one: One, signal: AbortSignal | undefined): Promise<void> {
    while (this.mustWait(one) && !signal?.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          signal?.removeEventListener('abort', done);
          resolve();
        };
        signal?.addEventListener('abort', done, { once: true });
        this.waiting.push(done);
      });
    }
  }

  /** Notes that a request has ended, or has read its prompt. */
  changed(): void {
    const woken = this.waiting;
    this.waiting = [];
    for (const wake of woken) wake();
  }
}
