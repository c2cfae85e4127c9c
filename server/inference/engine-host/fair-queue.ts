/** A waiting request, with its key and tenant. A key belongs to one tenant. */
export interface Waiting {
  readonly id: string;
  readonly key: string;
  readonly tenant: string;
}

/** The caller of a request, by whom places and turns are shared. */
export type Caller = Pick<Waiting, 'key' | 'tenant'>;

export interface QueueLimits {
  /** Maximum number of waiting requests in total, per tenant, and per key. */
  total: number;
  perTenant: number;
  perKey: number;
}

/** Numbers by tenant and by key. */
interface ByCaller {
  readonly tenants: Map<string, number>;
  readonly keys: Map<string, number>;
}

/** Counts requests by tenant and by key. */
function countByCaller(callers: readonly Caller[]): ByCaller {
  const counts: ByCaller = { tenants: new Map(), keys: new Map() };
  for (const caller of callers) countOne(counts, caller);
  return counts;
}

function countOne({ tenants, keys }: ByCaller, { tenant, key }: Caller): void {
  tenants.set(tenant, (tenants.get(tenant) ?? 0) + 1);
  keys.set(key, (keys.get(key) ?? 0) + 1);
}

/** The share of places that only tenants with few of them can take. */
const RESERVED = 4;

/**
 * Returns whether a tenant may take another place. The last quarter of all places is for tenants that hold fewer
 * than a sixteenth of them, so that a few tenants with much to do cannot exclude the others.
 */
export function hasShare(
  limits: Pick<QueueLimits, 'total' | 'perTenant'>,
  used: { total: number; tenant: number },
): boolean {
  const { total, perTenant } = limits;
  if (used.total >= total || used.tenant >= perTenant) return false;
  const isReserved = used.total >= total - Math.floor(total / RESERVED);
  return !isReserved || used.tenant < Math.max(1, Math.floor(total / RESERVED ** 2));
}

/** A turn in the queue: the tenant's share decides, then the share of its key. */
type Rank = readonly [tenantRunning: number, tenantTurn: number, keyRunning: number, keyTurn: number];

const REMEMBERED_TURNS = 10_000;

/**
 * A bounded queue with fair shares on two levels. The next tenant is the one with the fewest running requests;
 * among equals, the one whose turn was longest ago. Its keys share its turns in the same way. So the first request
 * of a tenant only waits for running requests, even if another tenant has a hundred keys with requests in the queue.
 */
export class FairQueue<Item extends Waiting> {
  private readonly limits: QueueLimits;
  /** The waiting requests of each key. */
  private readonly lines = new Map<string, Item[]>();
  /** Numbers of the latest turns. */
  private readonly turns: ByCaller = { tenants: new Map(), keys: new Map() };
  private turn = 0;

  constructor(limits: QueueLimits) {
    this.limits = limits;
  }

  get length(): number {
    return this.items().length;
  }

  /** Returns whether so many more requests of this caller can be added. */
  hasRoom({ key, tenant }: Caller, count = 1): boolean {
    const items = this.items();
    const others = count - 1;
    const ofTenant = items.filter((item) => item.tenant === tenant).length;
    const used = { total: items.length + others, tenant: ofTenant + others };
    return hasShare(this.limits, used) && (this.lines.get(key)?.length ?? 0) + others < this.limits.perKey;
  }

  add(item: Item): void {
    const line = this.lines.get(item.key);
    if (line) line.push(item);
    else this.lines.set(item.key, [item]);
  }

  /** Adds a request before the others of its key. */
  addFirst(item: Item): void {
    this.lines.set(item.key, [item, ...(this.lines.get(item.key) ?? [])]);
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

  /** Removes and returns the next request to run, given those that are running. */
  next(running: readonly Caller[]): Item | null {
    const item = nextOf(this.lines, countByCaller(running), this.turns);
    if (!item) return null;
    this.remove(item.id);
    this.turn += 1;
    noteTurn(this.turns, item, this.turn);
    for (const turns of [this.turns.tenants, this.turns.keys])
      if (turns.size > REMEMBERED_TURNS) turns.clear();
    return item;
  }

  /** Returns the position of a request if no running request ends. 1 is next; null if it is not waiting. */
  positionOf(id: string, running: readonly Caller[]): number | null {
    const lines = new Map([...this.lines].map(([key, line]) => [key, [...line]]));
    const turns: ByCaller = { tenants: new Map(this.turns.tenants), keys: new Map(this.turns.keys) };
    const counts = countByCaller(running);
    for (let position = 1; lines.size > 0; position += 1) {
      const item = nextOf(lines, counts, turns);
      if (!item) return null;
      if (item.id === id) return position;
      const line = lines.get(item.key);
      line?.shift();
      if (line?.length === 0) lines.delete(item.key);
      countOne(counts, item);
      noteTurn(turns, item, this.turn + position);
    }
    return null;
  }

  items(): Item[] {
    return [...this.lines.values()].flat();
  }
}

/** Returns the first request of the key whose turn it is. */
function nextOf<Item extends Waiting>(
  lines: ReadonlyMap<string, readonly Item[]>,
  running: ByCaller,
  turns: ByCaller,
): Item | null {
  let best: { item: Item; rank: Rank } | null = null;
  for (const [item] of lines.values()) {
    if (!item) continue;
    const rank: Rank = [
      running.tenants.get(item.tenant) ?? 0,
      turns.tenants.get(item.tenant) ?? 0,
      running.keys.get(item.key) ?? 0,
      turns.keys.get(item.key) ?? 0,
    ];
    if (!best || precedes(rank, best.rank)) best = { item, rank };
  }
  return best?.item ?? null;
}

function precedes(one: Rank, other: Rank): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

function noteTurn(turns: ByCaller, { tenant, key }: Caller, turn: number): void {
  turns.tenants.set(tenant, turn);
  turns.keys.set(key, turn);
}
