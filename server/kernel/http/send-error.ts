import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.ts';
import { type DescribedError, describeError } from './describe-error.ts';

/** The body of every error outside the inference endpoint. */
export function errorBody(error: DescribedError, requestId: string) {
  return { error: { code: error.code, message: error.message, details: error.details, requestId } };
}

/** The headers that go with an error. */
export function setErrorHeaders(res: Pick<Response, 'setHeader'>, error: DescribedError): void {
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer realm="switchboard"');
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', String(error.retryAfter));
}

export function sendError(res: Response, error: DescribedError): void {
  setErrorHeaders(res, error);
  res.status(error.status).json(errorBody(error, String(res.getHeader('X-Request-Id'))));
}

/** The last handler of the app: errors of middleware and routers end here, once. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (thrown, _req, res, next) => {
    const error = describeError(thrown);
    if (error.report)
      logger.error({ err: thrown, requestId: res.getHeader('X-Request-Id') }, 'request failed');
    if (res.headersSent) {
      next(thrown);
      return;
    }
    sendError(res, error);
  };
}
