import type { RequestHandler } from 'express';
import { newKey } from '../ids.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';

const ACCEPTED = /^[A-Za-z0-9._-]{8,128}$/;

/** Gives every request an id, on its answer and in the log; a well-formed one of the caller's is kept. */
export function requestId(): RequestHandler {
  return (req, res, next) => {
    const given = req.get('X-Request-Id');
    res.setHeader('X-Request-Id', given && ACCEPTED.test(given) ? given : `req_${newKey().toString('hex')}`);
    next();
  };
}

/** One line and one measurement a request. Queries are left out: they hold customers' names and numbers. */
export function accessLog(logger: Logger, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    const { method } = req;
    const path = req.originalUrl.split('?', 1)[0];
    res.once('close', () => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
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
