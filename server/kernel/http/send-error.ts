import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { CommitUnknownError } from '../../db/database-errors.ts';
import type { Logger } from '../logging/logger.ts';
import { type DescribedError, describeError } from './describe-error.ts';
import { messageForPrograms } from './next-steps.ts';

/**
 * Returns the body of an error, in the format of everything but the inference endpoint.
 * @param docsUrl the page that explains the error; omitted outside the public API.
 */
export function errorBody(error: DescribedError, requestId: string, docsUrl?: string) {
  const { code, details, contactId } = error;
  // Only the public API explains its errors on a page, and only its callers are programs.
  const message = docsUrl === undefined ? error.message : messageForPrograms(code, error.message, details);
  return {
    error: {
      code,
      message,
      details,
      ...(contactId === undefined ? {} : { contactId }),
      requestId,
      ...(docsUrl === undefined ? {} : { docsUrl }),
    },
  };
}

/** Sets the headers of an error. */
export function setErrorHeaders(res: Pick<ServerResponse, 'setHeader'>, error: DescribedError): void {
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer realm="switchboard"');
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', String(error.retryAfter));
}

export function sendError(res: ServerResponse, error: DescribedError, docsUrl?: string): void {
  setErrorHeaders(res, error);
  const body = JSON.stringify(errorBody(error, String(res.getHeader('X-Request-Id')), docsUrl));
  res.statusCode = error.status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

/** Returns the address of the section on an error. It is stable: clients show it, and search engines index it. */
export function docsUrlOf(publicUrl: string, code: string): string {
  return `${publicUrl}/docs/errors#${code}`;
}

/** The errors that were sent, by their responses. */
const failures = new WeakMap<ServerResponse, DescribedError>();

/** Returns the error that was sent as a response; undefined when it was none. */
export function failureOf(res: ServerResponse): DescribedError | undefined {
  return failures.get(res);
}

/**
 * The last handler of the app, which sends the errors of middleware and routers. Those of the public API have the
 * address of the page that explains them, at `publicUrl`.
 */
export function errorHandler(logger: Logger, publicUrl: string): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    const error = describeError(isRead(req.method) ? withoutCommit(thrown) : thrown);
    failures.set(res, error);
    if (error.report)
      logger.error({ err: thrown, requestId: res.getHeader('X-Request-Id') }, 'request failed');
    if (res.headersSent) {
      next(thrown);
      return;
    }
    const isPublic = /^\/(?:api(?!\/dashboard)|mcp|v\d+)(?:[/?]|$)/.test(req.originalUrl);
    sendError(res, error, isPublic ? docsUrlOf(publicUrl, error.code) : undefined);
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the cause of a failed commit: a request that only reads had nothing to store. */
function withoutCommit(error: unknown): unknown {
  return error instanceof CommitUnknownError ? error.cause : error;
}
