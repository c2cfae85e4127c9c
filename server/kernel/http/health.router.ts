import express, { type Request, type Router } from 'express';
import type { Metrics } from '../metrics/metrics.ts';

export interface HealthDeps {
  metrics: Metrics;
  metricsToken: string | undefined;
  /** Why the server cannot serve right now, in words; null when it can. */
  notReady(): Promise<string | null>;
}

/** `/healthz`: the process answers. `/readyz`: it can serve. `/metrics`: for loopback, or with the token. */
export function healthRouter({ metrics, metricsToken, notReady }: HealthDeps): Router {
  const router = express.Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const reason = await notReady();
    res
      .status(reason === null ? 200 : 503)
      .json(reason === null ? { status: 'ready' } : { status: 'not ready', reason });
  });
  router.get('/metrics', async (req, res) => {
    const allowed = metricsToken ? req.get('Authorization') === `Bearer ${metricsToken}` : isLoopback(req);
    if (!allowed) {
      res.sendStatus(404);
      return;
    }
    res.type(metrics.contentType).send(await metrics.text());
  });
  return router;
}

/** From this machine itself. What a proxy here forwards is from elsewhere, whatever its socket says. */
function isLoopback(req: Request): boolean {
  if (req.get('X-Forwarded-For') !== undefined || req.get('Forwarded') !== undefined) return false;
  const address = req.socket.remoteAddress ?? '';
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}
