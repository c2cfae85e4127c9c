import type { IncomingMessage, ServerResponse } from 'node:http';
import { newKey } from '../ids.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';

const ACCEPTED = /^[A-Za-z0-9._-]{8,128}$/;

/** Gives every request an id, for its response and the log. A valid id from the caller is used. */
export function requestId() {
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const given = req.headers['x-request-id'];
    res.setHeader(
      'X-Request-Id',
      typeof given === 'string' && ACCEPTED.test(given) ? given : `req_${newKey().toString('hex')}`,
    );
    next();
  };
}

/** Logs and measures each request. Omits the query, which may contain customers' names and numbers. */
export function accessLog(logger: Logger, metrics: Metrics) {
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const started = performance.now();
    const { method = 'GET', url = '/' } = req;
    const path = url.split('?', 1)[0];
    res.once('close', () => {
      const ms = performance.now() - started;
      metrics.request(method, res.statusCode, ms);
      const line = {
        requestId: res.getHeader('X-Request-Id'),
        method,
        path,
        status: res.statusCode,
        ms: Math.round(ms * 10) / 10,
      };
      logger.debug(res.writableFinished ? line : { ...line, aborted: true }, 'request');
    });
    next();
  };
}
