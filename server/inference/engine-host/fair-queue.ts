/** A waiting request, with its key and tenant. */
export interface Waiting {
  readonly id: string;
  readonly key: string;
  readonly tenant: string;
}

export interface QueueLimits {
  /** Maximum number of waiting requests in total, and per key. */
  total: number;
  perKey: number;
}

/**
 * A bounded queue with fair shares. The next key is the one with the fewest running requests; among equals,
 * the one whose turn was longest ago. So the first request of a key only waits for running requests, even if
 * another key has a hundred in the queue.
 */
export class FairQueue<Item extends Waiting> {
  private readonly limits: QueueLimits;
  private readonly lines = new Map<string, Item[]>();
  private readonly turns = new Map<string, number>();
  private turn = 0;

  constructor(limits: QueueLimits) {
    this.limits = limits;
  }

  get length(): number {
    return [...this.lines.values()].reduce((sum, line) => sum + line.length, 0);
  }

  /** Returns whether another request of this key can be added. */
  hasRoom(key: string): boolean {
    return this.length < this.limits.total && (this.lines.get(key)?.length ?? 0) < this.limits.perKey;
  }

  add(item: Item): void {
    const line = this.lines.get(item.key);
    if (line) line.push(item);
    else this.lines.set(item.key, [item]);
  }

  /** Removes a request from the queue; returns null if it was not waiting. */
  remove(id: string): Item | null {
    for (const [key, line] of this.lines) {
      const at = line.findIndex((item) => item.id === id);
      if (at < 0) continue;
      const [item = null] = line.splice(at, 1);
      if (line.length === 0) this.lines.delete(key);
      return item;
    }
    return null;
  }

  /** Removes and returns the next request to run. `running` returns a key's number of running requests. */
  next(running: (key: string) => number): Item | null {
    const key = this.nextKey(this.lines, running, this.turns);
    if (key === null) return null;
    const line = this.lines.get(key) ?? [];
    const item = line.shift() ?? null;
    if (line.length === 0) this.lines.delete(key);
    this.turn += 1;
    this.turns.set(key, this.turn);
    if (this.turns.size > 10_000) this.turns.clear();
    return item;
  }

  /** Returns the position of a request if no running request ends. 1 is next; null if it is not waiting. */
  positionOf(id: string, running: (key: string) => number): number | null {
    const lines = new Map([...this.lines].map(([key, line]) => [key, [...line]]));
    const turns = new Map(this.turns);
    const started = new Map<string, number>();
    for (let position = 1; lines.size > 0; position += 1) {
      const key = this.nextKey(lines, (one) => running(one) + (started.get(one) ?? 0), turns);
      const line = (key !== null && lines.get(key)) || [];
      const item = line.shift();
      if (key === null || !item) return null;
      if (item.id === id) return position;
      if (line.length === 0) lines.delete(key);
      started.set(key, (started.get(key) ?? 0) + 1);
      turns.set(key, this.turn + position);
    }
    return null;
  }

  items(): Item[] {
    return [...this.lines.values()].flat();
  }

  private nextKey(
    lines: ReadonlyMap<string, readonly Item[]>,
    running: (key: string) => number,
    turns: ReadonlyMap<string, number>,
  ): string | null {
    let best: { key: string; running: number; turn: number } | null = null;
    for (const key of lines.keys()) {
      const candidate = { key, running: running(key), turn: turns.get(key) ?? 0 };
      const isBetter =
        !best ||
        candidate.running < best.running ||
        (candidate.running === best.running && candidate.turn < best.turn);
      if (isBetter) best = candidate;
    }
    return best?.key ?? null;
  }
}
