/** Counts the responses of each operation by status. */
export class Tally {
  private readonly counts = new Map<string, Map<string, number>>();

  count(operation: string, status: number | string): void {
    const row = this.counts.get(operation) ?? new Map<string, number>();
    row.set(String(status), (row.get(String(status)) ?? 0) + 1);
    this.counts.set(operation, row);
  }

  has(operation: string, status: number): boolean {
    return this.counts.get(operation)?.has(String(status)) ?? false;
  }

  /** Formats all responses by status, then each operation's. */
  toString(): string {
    const all = new Map<string, number>();
    for (const row of this.counts.values()) {
      for (const [status, count] of row) all.set(status, (all.get(status) ?? 0) + count);
    }
    const rows = [...this.counts].toSorted(([one], [other]) => one.localeCompare(other));
    return [['all', all] as const, ...rows].map(([name, row]) => `${name}: ${line(row)}`).join('\n  ');
  }
}

function line(row: ReadonlyMap<string, number>): string {
  return [...row]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
}
