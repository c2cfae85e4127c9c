import type { Dispatcher } from 'undici';
import { createGuardedAgent } from '../../../kernel/http-out/guarded-agent.ts';
import type { TargetRules } from '../endpoints/webhook-target.ts';

/** The connections to receivers. */
export interface Connections {
  dispatcher: Dispatcher;
  /** Returns the address of the last connection to the origin of a URL; null when it is not known. */
  addressOf(url: URL): string | null;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
/** An endpoint's own timeout is at most 30 s, so it fires before this one. */
const ANSWER_MS = 40_000;
const ADDRESSES_MAX = 10_000;

/** Creates the pool of connections to receivers, which are reused, and each checked against the rules. */
export function createConnections({ permitsAt, permitsPlain }: TargetRules): Connections {
  const addresses = new Map<string, string>();
  const dispatcher = createGuardedAgent({
    permitsAt,
    permitsPlain,
    timeoutMs: ANSWER_MS,
    connectMs: CONNECT_MS,
    isKept: true,
    onConnected: (origin, address) => {
      if (addresses.size >= ADDRESSES_MAX) addresses.clear();
      addresses.set(origin, address);
    },
  });
  return {
    dispatcher,
    addressOf: ({ origin }) => addresses.get(origin) ?? null,
    close: () => dispatcher.close(),
  };
}
