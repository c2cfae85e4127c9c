import type { Dispatcher } from 'undici';
import { createGuardedAgent } from '../../../kernel/http-out/guarded-agent.ts';
import type { TargetRules } from '../endpoints/webhook-target.ts';

/** The connections to receivers. */
export interface Connections {
  dispatcher: Dispatcher;
  /** Returns the address that the origin of a URL was last connected at; null when it is not known. */
  addressOf(url: URL): string | null;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
/** The longest that an endpoint may take is 30 s; its own time ends before this one. */
const ANSWER_MS = 40_000;
const ADDRESSES_MAX = 10_000;

/** Opens the pool of connections to receivers: kept for the next delivery, each checked against the rules. */
export function createConnections({ permits, permitsPlain }: TargetRules): Connections {
  const addresses = new Map<string, string>();
  const dispatcher = createGuardedAgent({
    permits,
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
