import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Platform } from '../platform.ts';
import { mountCodes } from './codes.ts';
import { mountDebugToken } from './debug-token.ts';
import { GraphApiError } from './graph-api-error.ts';
import { askToWait, injectFailures } from './inject-failures.ts';
import { mountMedia } from './media.ts';
import { mountMessages } from './messages/messages.ts';
import { mountPhoneNumbers } from './phone-numbers.ts';
import { recordCalls } from './record-calls.ts';
import { mountRegistration } from './registration.ts';
import { mountSubscribedApps } from './subscribed-apps.ts';
import { mountTemplates } from './templates/templates.ts';
import { usageHeaders } from './usage-headers.ts';

/** The endpoints, one file each. To add one, create a file and list it here. General paths are last. */
const mounts = [
  mountDebugToken,
  mountMedia,
  mountMessages,
  mountSubscribedApps,
  mountTemplates,
  mountCodes,
  mountRegistration,
  mountPhoneNumbers,
];

/** The graph API. Every version `vNN.N` has the same API. */
export function graphRouter(platform: Platform): Router {
  const outer = Router();
  const router = Router();
  router.use(recordCalls(platform), usageHeaders(platform));
  router.use(express.json({ limit: '1mb', strict: false, type: ['application/json', 'text/plain'] }));
  router.use(express.urlencoded({ limit: '1mb', extended: false }));
  router.use(injectFailures(platform));
  for (const mount of mounts) mount(router, platform);
  router.use(unknownPath, renderError(platform));
  outer.use(/^\/v\d{1,2}\.\d+(?=\/)/, router);
  return outer;
}

const unknownPath: RequestHandler = (request) => {
  throw new GraphApiError(2500, { message: `Unknown path components: ${request.path}`, http: 400 });
};

function renderError(platform: Platform): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const rendered = error instanceof GraphApiError ? error : asGraphApiError(platform, error);
    response.locals.errorCode = rendered.code;
    askToWait(response, rendered.http, Number(response.locals.retryAfterSeconds ?? 0));
    response.status(rendered.http).json(rendered.body());
  };
}

function asGraphApiError(platform: Platform, error: unknown): GraphApiError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status === 'number' && status < 500) {
    return new GraphApiError(100, { message: '(#100) The body could not be read as JSON.' });
  }
  platform.log.error({ err: error }, 'the sandbox itself failed');
  return new GraphApiError(1, { message: 'An unknown error has occurred.', http: 500 });
}
