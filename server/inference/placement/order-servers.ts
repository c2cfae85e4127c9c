import { createHash } from 'node:crypto';

/** A model server that could answer a request, with its load. */
export interface Placeable {
  /** What it is known by to every process that chooses: its address. */
  readonly name: string;
  /** Requests that it answers or that wait for it. */
  readonly load: number;
  /** How many it answers at a time; null where only the server itself knows. */
  readonly slots: number | null;
}

/** So many requests never count as full, where the slots are unknown. */
const NEVER_FULL = 4;
/** Where the slots are unknown, a server is full with so much more than its even share. */
const SHARE = 1.25;

/**
 * Returns the servers in the order in which a request should try them. First comes the home of its prefix, unless that
 * is full: it has probably read the beginning of the prompt before. The others follow by their free slots, or by what
 * they are answering.
 *
 * The home is found by rendezvous hashing. So processes that know nothing of each other choose the same one, nothing
 * has to be remembered, and a server that leaves or joins moves only its own prefixes.
 * @param prefix what the request has in common with others, as `prefixOf` returns it; null for nothing.
 */
export function orderServers<Server extends Placeable>(
  servers: readonly Server[],
  prefix: string | null,
): Server[] {
  // Without a prefix, servers with equal loads take turns by chance.
  const seed = prefix ?? String(Math.random());
  const ranked = servers
    .map((server) => ({ server, rank: rankOf(seed, server.name) }))
    .sort((one, other) => (one.rank < other.rank ? 1 : -1))
    .map(({ server }) => server);
  const total = servers.reduce((sum, { load }) => sum + load, 0);
  const byFreeSlots = ranked.toSorted((one, other) => freeSlots(other) - freeSlots(one));
  const [home] = ranked;
  if (prefix === null || !home || isFull(home, total, servers.length)) return byFreeSlots;
  return [home, ...byFreeSlots.filter((server) => server !== home)];
}

function rankOf(seed: string, name: string): string {
  return createHash('sha256').update(`${seed}\n${name}`).digest('hex');
}

const freeSlots = ({ slots, load }: Placeable) => (slots ?? 0) - load;

function isFull({ slots, load }: Placeable, total: number, servers: number): boolean {
  const most = slots ?? Math.max(NEVER_FULL, Math.ceil((SHARE * (total + 1)) / servers));
  return load >= most;
}
