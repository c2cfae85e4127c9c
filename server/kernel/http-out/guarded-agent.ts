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

/** The connection was not made: it would not have been encrypted, and the address is none of the operator's own. */
export class PlainHttpError extends Error {
  override readonly name = 'PlainHttpError';
  constructor(host: string) {
    super(`${host} may only be called over https`);
  }
}

/**
 * An HTTP client for addresses that somebody else named. The guard is asked about the address that the
 * connection really goes to, at the moment it is made, so a name that points elsewhere a second later
 * (DNS rebinding) gains nothing. Redirects are not followed: a caller that follows one comes through here again.
 */
export function createGuardedAgent(options: {
  permits: AddressGuard;
  /** Milliseconds until a connection, and then the head of an answer, must be there. */
  timeoutMs: number;
  /** Milliseconds until a connection must be there, where it is not `timeoutMs`. */
  connectMs?: number;
  /** Where connections without encryption may go, of the addresses that are permitted; all when absent. */
  permitsPlain?: AddressGuard;
  /** Connections stay open for the next request; when absent, each request makes its own. */
  isKept?: boolean;
  /** Told of each connection and the address that it really has. */
  onConnected?(origin: string, address: string): void;
  /** Who else may sign certificates, in PEM; tests bring their own authority, and their own names. */
  authorities?: string[];
  lookup?: typeof systemLookup;
}): Agent {
  const { permits, permitsPlain = permits, isKept = false, timeoutMs } = options;
  const connect = buildConnector({
    timeout: options.connectMs ?? timeoutMs,
    ...(options.authorities ? { ca: options.authorities } : {}),
    lookup: guardedLookup(permits, options.lookup ?? systemLookup),
  });
  return new Agent({
    connect: (target, callback) => {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      // A literal address is connected to without a look-up.
      if (isIP(host) !== 0 && !permits(host)) return callback(new AddressRefusedError(host), null);
      connect(target, (error, socket) => {
        if (error) return callback(error, null);
        const address = socket?.remoteAddress ?? '';
        const isPlain = target.protocol === 'http:';
        if (permits(address) && !(isPlain && !permitsPlain(address))) {
          options.onConnected?.(`${target.protocol}//${target.host ?? host}`, address);
          return callback(null, socket);
        }
        socket?.destroy();
        callback(permits(address) ? new PlainHttpError(host) : new AddressRefusedError(host), null);
      });
    },
    // No limit of connections to an origin: two endpoints at one host must not wait for each other.
    pipelining: isKept ? 1 : 0,
    keepAliveTimeout: 20_000,
    maxHeaderSize: 16_384,
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
