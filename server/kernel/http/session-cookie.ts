import type { IncomingMessage } from 'node:http';
import { parse, serialize } from 'cookie';
import { SESSION_COOKIE_NAMES } from '../../../shared/domain/desktop.ts';

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** `__Host-` binds the cookie to this host over https; browsers reject the prefix on plain http. */
function nameOf(secure: boolean): string {
  const [overHttps, overHttp] = SESSION_COOKIE_NAMES;
  return secure ? overHttps : overHttp;
}

/** Returns the Set-Cookie value that signs a browser in, or out when `token` is null. */
export function sessionCookie(token: string | null, secure: boolean): string {
  return serialize(nameOf(secure), token ?? '', {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: '/',
    maxAge: token === null ? 0 : MAX_AGE_SECONDS,
  });
}

export function readSessionCookie(req: IncomingMessage, secure: boolean): string | null {
  return parse(req.headers.cookie ?? '')[nameOf(secure)] || null;
}

/** Returns the session's token under either name of the cookie: for what need not be sure of it. */
export function readAnySessionCookie({ headers }: IncomingMessage): string | null {
  const cookies = headers.cookie === undefined ? {} : parse(headers.cookie);
  return SESSION_COOKIE_NAMES.map((name) => cookies[name]).find(Boolean) ?? null;
}

/**
 * Whether our own page started a request that has the cookie, according to Sec-Fetch-Site or, in older
 * browsers, Origin. A request with neither is not from a browser, so it cannot be forged by another site.
 */
export function isOwnPage(req: IncomingMessage): boolean {
  if (req.method === 'GET' || req.method === 'HEAD') return true;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = req.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === req.headers.host;
}
