import express, { type Router } from 'express';
import { isSameText } from '../crypto/same-text.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type HostCheck, requireAllowedHost } from './allowed-hosts.ts';
import { isLocalRequest } from './local-request.ts';

export interface HealthDeps {
  metrics: Metrics;
  metricsToken: string | undefined;
  checkHost: HostCheck;
  /** Returns a sentence that says why the server cannot serve requests now; null when it can. */
  notReady(): Promise<string | null>;
}

/**
 * `/healthz`: the process responds. `/readyz`: it can serve requests. `/metrics`: for loopback, or with the
 * token.
 */
export function healthRouter({ metrics, metricsToken, checkHost, notReady }: HealthDeps): Router {
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
  router.get('/metrics', requireAllowedHost(checkHost), async (req, res) => {
    const allowed = metricsToken
      ? isSameText(req.get('Authorization') ?? '', `Bearer ${metricsToken}`)
      : isLocalRequest(req);
    if (!allowed) {
      res.sendStatus(404);
      return;
    }
    res.type(metrics.contentType).send(await metrics.text());
  });
  return router;
}
