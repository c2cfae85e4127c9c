import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';

/** Thrown instead of connecting to an address that we may not call. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/** Thrown instead of connecting without encryption to an address that the operator has not allowed. */
export class PlainHttpError extends Error {
  override readonly name = 'PlainHttpError';
  constructor(host: string) {
    super(`${host} may only be called over https`);
  }
}

/** Returns the guard for connections to a port; the same one for the same port and protocol. */
export type PortGuard = (port: number, isPlain: boolean) => AddressGuard;

/** Which addresses may be connected to: the same on each port, or by port. */
type Permission = { permits: AddressGuard } | { permitsAt: PortGuard };

/**
 * Creates an HTTP client for addresses supplied by third parties. The guard checks the actual address of each
 * connection at the moment it is made, so changing a name's address afterwards (DNS rebinding) has no effect.
 * Does not follow redirects: a caller that follows one passes this check again.
 */
export function createGuardedAgent(
  options: Permission & {
    /** Milliseconds to wait for a connection, and then for the response headers. */
    timeoutMs: number;
    /** Milliseconds to wait for a connection, if different from `timeoutMs`. */
    connectMs?: number;
    /** Permitted addresses that may be called without encryption; all permitted ones when absent. */
    permitsPlain?: AddressGuard;
    /** Whether connections stay open for later requests. By default, each request opens its own. */
    isKept?: boolean;
    /** Called for each connection with its actual address. */
    onConnected?(origin: string, address: string): void;
    /** Additional certificate authorities, in PEM. Tests use their own authority and names. */
    authorities?: string[];
    lookup?: typeof systemLookup;
  },
): Agent {
  const { permitsPlain, isKept = false, timeoutMs } = options;
  const permitsAt: PortGuard = 'permits' in options ? () => options.permits : options.permitsAt;
  const connectors = new Map<AddressGuard, buildConnector.connector>();
  const connectorOf = (permits: AddressGuard): buildConnector.connector => {
    const connect =
      connectors.get(permits) ??
      buildConnector({
        timeout: options.connectMs ?? timeoutMs,
        ...(options.authorities ? { ca: options.authorities } : {}),
        lookup: guardedLookup(permits, options.lookup ?? systemLookup),
      });
    connectors.set(permits, connect);
    return connect;
  };
  return new Agent({
    connect: (target, callback) => {
      const isPlain = target.protocol === 'http:';
      const permits = permitsAt(Number(target.port) || (isPlain ? 80 : 443), isPlain);
      const host = target.hostname.replace(/^\[|\]$/g, '');
      // Literal addresses are connected to without a DNS lookup.
      if (isIP(host) !== 0 && !permits(host)) return callback(new AddressRefusedError(host), null);
      connectorOf(permits)(target, (error, socket) => {
        if (error) return callback(error, null);
        const address = socket?.remoteAddress ?? '';
        if (permits(address) && !(isPlain && permitsPlain?.(address) === false)) {
          options.onConnected?.(`${target.protocol}//${target.host ?? host}`, address);
          return callback(null, socket);
        }
        socket?.destroy();
        callback(permits(address) ? new PlainHttpError(host) : new AddressRefusedError(host), null);
      });
    },
    // No limit on connections per origin: two endpoints on one host must not wait for each other.
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
