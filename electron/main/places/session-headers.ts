import { SESSION_COOKIE_NAMES } from '../../../shared/domain/desktop.ts';

type Headers = Record<string, string[] | string>;

/** How a response changes the session: a new token, its end, or not at all (null). */
export type SessionChange = { kind: 'began'; token: string } | { kind: 'ended' } | null;

const DASHBOARD = '/api/dashboard/';

/** Whether a URL belongs to the dashboard API of the chosen server, which receives the token. */
export function belongsToDashboard(url: string, server: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === server && pathname.startsWith(DASHBOARD);
}

/** The part of a request by which main decides whether it carries the token. */
export interface OutgoingRequest {
  url: string;
  /** Electron's name of what the page asked for. `xhr` includes `fetch`. */
  resourceType: string;
  requestHeaders: Record<string, string>;
}

/**
 * Returns the token for a request, null for none. Requests of scripts carry it, not those of images, frames or
 * navigation. Main's own requests bring it with them, and no page knows it.
 */
export function tokenFor(
  { url, resourceType, requestHeaders }: OutgoingRequest,
  server: string,
  token: string | null,
): string | null {
  if (token === null || !belongsToDashboard(url, server)) return null;
  const isOurOwn = Object.entries(requestHeaders).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && value === `Bearer ${token}`,
  );
  return resourceType === 'xhr' || isOurOwn ? token : null;
}

/**
 * Whether a page may request a URL: only the app's own files and the place's server.
 * @param hasDeveloperTools whether the tools of the developer may load their own files.
 */
export function isAllowedRequest(url: string, server: string | null, hasDeveloperTools = false): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  if (protocol === 'app:') return host === 'bundle';
  if (protocol === 'blob:' || protocol === 'data:') return true;
  if (protocol === 'devtools:') return hasDeveloperTools;
  if (server === null) return false;
  const chosen = new URL(server);
  const socket = chosen.protocol === 'https:' ? 'wss:' : 'ws:';
  return host === chosen.host && (protocol === chosen.protocol || protocol === socket);
}

/** Returns the headers to send: our token replaces any credentials and cookies that the page has set. */
export function withToken(headers: Record<string, string>, token: string | null): Record<string, string> {
  const kept = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['authorization', 'cookie'].includes(name.toLowerCase())),
  );
  return token === null ? kept : { ...kept, Authorization: `Bearer ${token}` };
}

/** Removes all cookies from response headers and returns the session change that they contain. */
export function extractSession(headers: Headers): { headers: Headers; change: SessionChange } {
  let change: SessionChange = null;
  const kept: Headers = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== 'set-cookie') {
      kept[name] = value;
      continue;
    }
    for (const cookie of [value].flat()) change = changeOf(cookie) ?? change;
  }
  return { headers: kept, change };
}

function changeOf(cookie: string): SessionChange {
  const [pair = ''] = cookie.split(';');
  const [name = '', token = ''] = pair.trim().split('=', 2);
  if (!(SESSION_COOKIE_NAMES as readonly string[]).includes(name)) return null;
  return token === '' ? { kind: 'ended' } : { kind: 'began', token };
}
