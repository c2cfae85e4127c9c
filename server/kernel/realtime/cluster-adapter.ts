import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from '../redis/redis.ts';

const STREAM = 'switchboard:sockets';
/** A reader waits this long for news before it asks again; a stop waits for it. */
const WAIT_MS = 1_000;
const KEPT = 10_000;

/**
 * Carries what is sent to a room to the sockets of every server. While Redis is away each server serves
 * its own; the screens of others catch up by the number that their next tick brings.
 */
export function createClusterAdapter(redis: Redis): ReturnType<typeof createAdapter> {
  // The part of a client that the adapter uses. It shows its events to its own sockets only once they are
  // published, so publishing may neither wait for Redis nor hang.
  const publisher = {
    duplicate: () => withoutFaults(redis.openReader()),
    xAdd: (...args: never[]) => redis.ask((client) => (client.xAdd as Command)(...args)),
    publish: (...args: never[]) => redis.ask((client) => (client.publish as Command)(...args)),
    /** How the adapter tells this client's package from others. */
    sSubscribe: () => undefined,
  };
  return createAdapter(publisher, { streamName: STREAM, blockTimeInMs: WAIT_MS, maxLen: KEPT });
}

type Command = (...args: never[]) => Promise<unknown>;

/** The adapter looks after no promise of its readers: one that is stopped before it could connect must not end the process. */
function withoutFaults(reader: ReturnType<Redis['openReader']>) {
  const connect = reader.connect.bind(reader);
  reader.connect = () => connect().catch(() => new Promise(() => undefined));
  return reader;
}
