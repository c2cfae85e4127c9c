import type { RequestHandler } from 'express';

/** How long a browser remembers the answer to its question, in seconds. */
const REMEMBERED_SECONDS = 600;
/** Clients ask for about a dozen headers. */
const LONGEST_LIST = 2_000;
const EXPOSED = [
  'X-Request-Id',
  'X-Queue-Position',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
];

/**
 * Lets the web pages of these origins call the endpoint. Keys are sent as a header that a page must set itself, and
 * cookies are never read, so no credentials of the browser are involved.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    const origin = req.get('Origin');
    if (origins.length > 0) res.vary('Origin');
    if (origin === undefined || !origins.includes(origin)) return next();
    res.set('Access-Control-Allow-Origin', origin);
    const asked = req.get('Access-Control-Request-Method');
    if (req.method !== 'OPTIONS' || asked === undefined) {
      res.set('Access-Control-Expose-Headers', EXPOSED.join(', '));
      return next();
    }
    res.set('Access-Control-Allow-Methods', 'GET, POST');
    // Client libraries add headers of their own, which differ between versions.
    const headers = req.get('Access-Control-Request-Headers') ?? '';
    if (headers.length <= LONGEST_LIST) res.set('Access-Control-Allow-Headers', headers);
    res.set('Access-Control-Max-Age', String(REMEMBERED_SECONDS));
    res.status(204).end();
  };
}
