import { SESSION_COOKIE_NAMES } from '../../../shared/domain/desktop.ts';

type Headers = Record<string, string[] | string>;

/** What a server's answer says about the session: a new token, its end, or nothing. */
export type SessionNews = { kind: 'began'; token: string } | { kind: 'ended' } | null;

const DASHBOARD = '/api/dashboard/';

/** Whether a request of the page goes where the token belongs: the dashboard API of the chosen server. */
export function belongsToDashboard(url: string, server: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === server && pathname.startsWith(DASHBOARD);
}

/** Whether a page of this server's place may ask for an address at all: the app's own files and its server. */
export function isAllowedRequest(url: string, server: string | null): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  if (protocol === 'app:') return host === 'bundle';
  if (protocol === 'blob:' || protocol === 'data:' || protocol === 'devtools:') return true;
  if (server === null) return false;
  const chosen = new URL(server);
  const socket = chosen.protocol === 'https:' ? 'wss:' : 'ws:';
  return host === chosen.host && (protocol === chosen.protocol || protocol === socket);
}

/** The headers to send: our token in place of whatever the page or a cookie jar put there. */
export function withToken(headers: Record<string, string>, token: string | null): Record<string, string> {
  const kept = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['authorization', 'cookie'].includes(name.toLowerCase())),
  );
  return token === null ? kept : { ...kept, Authorization: `Bearer ${token}` };
}

/** Takes the session out of an answer's headers: the page gets the rest. */
export function liftSession(headers: Headers): { headers: Headers; news: SessionNews } {
  let news: SessionNews = null;
  const kept: Headers = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== 'set-cookie') {
      kept[name] = value;
      continue;
    }
    for (const cookie of [value].flat()) news = newsOf(cookie) ?? news;
  }
  return { headers: kept, news };
}

function newsOf(cookie: string): SessionNews {
  const [pair = ''] = cookie.split(';');
  const [name = '', token = ''] = pair.trim().split('=', 2);
  if (!(SESSION_COOKIE_NAMES as readonly string[]).includes(name)) return null;
  return token === '' ? { kind: 'ended' } : { kind: 'began', token };
}
