import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sets the security headers of responses that are data and never pages: nothing in them may run, be framed or
 * be interpreted as another type. Pages get helmet's full set, which is several times as large.
 */
export function apiHeaders(options: { https: boolean }) {
  const headers: [string, string][] = [
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Cache-Control', 'no-store'],
  ];
  if (options.https) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  return (_req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
