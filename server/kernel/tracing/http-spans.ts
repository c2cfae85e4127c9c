import type { RequestListener } from 'node:http';
import { tracing } from './tracing.ts';

/** Pages and files of the dashboard, health checks and metrics have no spans. */
const TRACED = /^\/(?:api|mcp)(?:[/?]|$)/;
/** Addresses that no contract describes, and their routes. */
const OTHER_ROUTES: readonly [RegExp, string][] = [
  [/^\/api\/v1\/webhook\/[^/?]+\/?(?:\?|$)/, '/api/v1/webhook/{tenantId}'],
  [/^\/mcp\/?(?:\?|$)/, '/mcp'],
];

/** Returns a handler that opens a span for each request to an API; the same one while tracing is off. */
export function withRequestSpans(app: RequestListener): RequestListener {
  const on = tracing();
  if (!on) return app;
  return (req, res) => {
    const { method = 'GET', url = '/' } = req;
    if (!TRACED.test(url)) return app(req, res);
    // The address holds ids, numbers and names: only the template of the route is recorded, when it is known.
    on.within({ name: method, kind: 'server', attributes: { 'http.request.method': method } }, (span) => {
      const route = OTHER_ROUTES.find(([address]) => address.test(url))?.[1];
      if (route !== undefined) noteRoute(method, [route]);
      res.once('close', () => {
        // The caller has disconnected before there was an answer.
        if (!res.headersSent) return span.end('aborted');
        span.set({ 'http.response.status_code': res.statusCode });
        span.end(res.statusCode >= 500 ? String(res.statusCode) : undefined);
      });
      app(req, res);
    });
  };
}

/**
 * Names the running span of a request by the template of its route.
 * @param parts of the template; they are joined only when a span is recorded.
 */
export function noteRoute(method: string, parts: readonly string[], tenantId?: string): void {
  const span = tracing()?.current();
  if (!span) return;
  const route = parts.join('');
  span.rename(`${method} ${route}`);
  span.set({
    'http.route': route,
    ...(tenantId === undefined ? {} : { 'switchboard.tenant.id': tenantId }),
  });
}
