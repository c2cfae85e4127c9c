import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../../../shared/domain/errors.ts';
import { describeError } from '../describe-error.ts';
import { sendError } from '../send-error.ts';

/**
 * Ends a request whose body has not arrived within `ms` milliseconds, so that a slow sender cannot hold a
 * connection open. Time in which the server does not read, or handles a complete body, does not count.
 * Requests for which `isLong` is true have only the server's own limit.
 */
export function slowBodies(ms: number, isLong: (method: string, path: string) => boolean) {
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    const { method = 'GET', url = '/' } = req;
    if (!hasBody || isLong(method, url.split('?', 1)[0] ?? url)) {
      next();
      return;
    }
    const expire = () => {
      if (req.complete) return;
      if (res.headersSent) return void req.destroy();
      if (!req.readableDidRead) {
        timer = setTimeout(expire, ms);
        return;
      }
      res.setHeader('Connection', 'close').once('finish', () => req.destroy());
      sendError(res, describeError(new AppError('request_timeout')));
    };
    let timer = setTimeout(expire, ms);
    const stop = () => clearTimeout(timer);
    req.once('end', stop).once('close', stop);
    next();
  };
}
