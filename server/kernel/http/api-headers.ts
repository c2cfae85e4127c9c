import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The security headers of an answer that is data and never a page: nothing in it may run, be framed or be
 * taken for another type. Pages get helmet's full set, which is several times as much on every answer.
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
