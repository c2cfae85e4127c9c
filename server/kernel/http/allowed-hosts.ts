import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '../../../shared/domain/errors.ts';
import { hostnameOf, isLocalName } from './local-request.ts';

export interface HostSettings {
  /** The address that the server listens on. */
  host: string;
  publicUrl: string;
  /** The public address of the inference endpoint. */
  inferenceUrl: string;
  allowedHosts: readonly string[];
  /** The proxies in front of the server. */
  trustProxy: readonly string[];
}

/** Returns a sentence that says why a request may not use its host name; null when it may. */
export type HostCheck = (headers: IncomingHttpHeaders) => string | null;

/**
 * Returns a check of each request's host name. It prevents DNS rebinding: a web page can point its own domain
 * at this server, but the browser still sends that domain as the Host. Allowed are the names of this machine,
 * the host of PUBLIC_URL, the names in ALLOWED_HOSTS and, when the server listens beyond this machine, any IP
 * address.
 */
export function createHostCheck(settings: HostSettings): HostCheck {
  const { host, publicUrl, inferenceUrl, allowedHosts, trustProxy } = settings;
  const known = new Set([
    host.toLowerCase(),
    ...allowedHosts,
    ...[publicUrl, inferenceUrl].flatMap(hostOfUrl),
  ]);
  const isOpen = !isLocalName(host.toLowerCase());
  const isAllowed = (name: string) => isLocalName(name) || known.has(name) || (isOpen && isIP(name) !== 0);

  return (headers) => {
    const { host: named } = headers;
    // Only HTTP/1.0 allows requests without a Host, and no browser uses it.
    if (named === undefined) return null;
    const name = hostnameOf(named);
    const forwarded = trustProxy.length > 0 ? forwardedHost(headers) : null;
    const forwardedName = forwarded === null ? null : hostnameOf(forwarded);
    if (forwarded !== null && (forwardedName === null || !isAllowed(forwardedName)))
      return rejectionMessage('X-Forwarded-Host', forwarded);
    if (name !== null && (isAllowed(name) || (forwardedName !== null && isServiceName(name)))) return null;
    return rejectionMessage('Host', named);
  };
}

/** Runs a host check as middleware. Throws `host_not_allowed`. */
export function requireAllowedHost(check: HostCheck) {
  return (req: IncomingMessage, _res: unknown, next: () => void): void => {
    const message = check(req.headers);
    if (message !== null) throw new AppError('host_not_allowed', { message });
    next();
  };
}

/**
 * Returns whether a name is that of a container behind its proxy, such as `switchboard`. Names without a dot
 * cannot be registered.
 */
function isServiceName(name: string): boolean {
  return /^[a-z0-9_-]+$/.test(name);
}

function forwardedHost(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-forwarded-host'];
  return given === undefined ? null : (String(given).split(',')[0]?.trim() ?? '');
}

function hostOfUrl(url: string): string[] {
  const name = URL.canParse(url) ? hostnameOf(new URL(url).host) : null;
  return name === null ? [] : [name];
}

const SHOWN_MAX = 100;

function rejectionMessage(header: string, value: string): string {
  const shown = value.slice(0, SHOWN_MAX).replace(/[^\x21-\x7e]/g, '?');
  return (
    `Host name "${shown}" (from the ${header} header) is not allowed. If this is your server, add the name to ` +
    'ALLOWED_HOSTS or set PUBLIC_URL to its public address, then restart the server.'
  );
}
