/** What is remembered: after so many units, what was measured before counts half. */
const REMEMBERED_MS = 60_000;

/** The time that a unit of work takes, learned from what was done lately. */
export class Rate {
  private ms = 0;
  private amount = 0;

  /** Notes that an amount of work took so long. */
  add(ms: number, amount: number): void {
    this.ms += ms;
    this.amount += amount;
    if (this.ms < REMEMBERED_MS) return;
    this.ms /= 2;
    this.amount /= 2;
  }

  /** Returns the milliseconds that an amount will take; null while nothing was measured. */
  timeFor(amount: number): number | null {
    return this.amount === 0 ? null : (this.ms / this.amount) * amount;
  }
}
