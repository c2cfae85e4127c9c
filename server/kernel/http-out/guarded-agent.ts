import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';

/** The connection was not made: the address it would have gone to is none that we call. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/**
 * An HTTP client for addresses that somebody else named. The guard is asked about the address that the
 * connection really goes to, at the moment it is made, so a name that points elsewhere a second later
 * (DNS rebinding) gains nothing. Redirects are not followed: whoever does so comes through here again.
 */
export function createGuardedAgent(options: {
  permits: AddressGuard;
  /** Milliseconds until a connection, and then the head of an answer, must be there. */
  timeoutMs: number;
  /** Tests bring their own names. */
  lookup?: typeof systemLookup;
}): Agent {
  const { permits, timeoutMs } = options;
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: guardedLookup(permits, options.lookup ?? systemLookup),
  });
  return new Agent({
    connect: (target, callback) => {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      // A literal address is connected to without a look-up.
      if (isIP(host) !== 0 && !permits(host)) return callback(new AddressRefusedError(host), null);
      connect(target, (error, socket) => {
        if (error) return callback(error, null);
        if (permits(socket?.remoteAddress ?? '')) return callback(null, socket);
        socket?.destroy();
        callback(new AddressRefusedError(host), null);
      });
    },
    // Each request makes its own connection: nothing stays open to a stranger's server.
    pipelining: 0,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

function guardedLookup(permits: AddressGuard, lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => permits(address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefusedError(hostname), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
