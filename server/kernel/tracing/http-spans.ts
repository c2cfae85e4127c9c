import type { RequestListener } from 'node:http';
import { tracing } from './tracing.ts';

/** Pages and files of the dashboard, health checks and metrics have no spans. */
const TRACED = /^\/(?:api|mcp)(?:\/|$)/;
const CALLBACKS = /^\/api\/v1\/webhook(?:\/|\?|$)/;

/** Returns a handler that opens a span for each request to an API; the same one while tracing is off. */
export function withRequestSpans(app: RequestListener): RequestListener {
  const on = tracing();
  if (!on) return app;
  return (req, res) => {
    const { method = 'GET', url = '/' } = req;
    if (!TRACED.test(url)) return app(req, res);
    // The address holds ids, numbers and names: only the template of the route is recorded, when it is known.
    on.within({ name: method, kind: 'server', attributes: { 'http.request.method': method } }, (span) => {
      if (CALLBACKS.test(url)) noteRoute(method, '/api/v1/webhook');
      res.once('close', () => {
        span.set({ 'http.response.status_code': res.statusCode });
        span.end(res.statusCode >= 500 ? String(res.statusCode) : undefined);
      });
      app(req, res);
    });
  };
}

/** Names the running span by the template of its route. */
export function noteRoute(method: string, route: string): void {
  const span = tracing()?.current();
  if (!span) return;
  span.rename(`${method} ${route}`);
  span.set({ 'http.route': route });
}
