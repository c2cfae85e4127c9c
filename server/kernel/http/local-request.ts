import type { IncomingMessage } from 'node:http';

/** Headers that a proxy or a tunnel adds: they mean that the request came from another machine. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
  'via',
  'cf-connecting-ip',
] as const;

/** Returns whether the connection was opened on this machine and no proxy passed the request on. */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(socket.remoteAddress ?? '');
}

/** Returns whether an IP address is one of this machine's own. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

/**
 * Returns whether a person at this machine sent the request to a local name. A web page that rebinds its own
 * name to this machine fails here, because the browser sends that name as the Host.
 */
export function isLocalRequest(req: IncomingMessage): boolean {
  return isFromThisMachine(req) && isLocalName(hostnameOf(req.headers.host ?? ''));
}

/**
 * Returns the host name of a Host header in lower case, without its port, the brackets of an IPv6 address and
 * a final dot; null when the header is not well formed.
 */
export function hostnameOf(host: string): string | null {
  const [, address, name] = /^(?:\[([0-9a-f:.]+)\]|([^\s:@/[\]]+?)\.?)(?::\d{1,5})?$/i.exec(host) ?? [];
  return (address ?? name)?.toLowerCase() ?? null;
}

/** Returns whether this host name always means the machine itself. */
export function isLocalName(name: string | null): boolean {
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name ?? '');
}
