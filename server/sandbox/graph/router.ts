import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Platform } from '../platform.ts';
import { answerFaults } from './answer-faults.ts';
import { mountCodes } from './codes.ts';
import { mountDebugToken } from './debug-token.ts';
import { GraphFault } from './graph-fault.ts';
import { mountMedia } from './media.ts';
import { mountMessages } from './messages/messages.ts';
import { mountPhoneNumbers } from './phone-numbers.ts';
import { recordCalls } from './record-calls.ts';
import { mountRegistration } from './registration.ts';
import { mountSubscribedApps } from './subscribed-apps.ts';
import { mountTemplates } from './templates/templates.ts';
import { usageHeaders } from './usage-headers.ts';

/** The endpoints, each in its file. A new one is a file and a line here; general paths come last. */
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

/** The graph API below its version: any `vNN.N` is the same API. */
export function graphRouter(platform: Platform): Router {
  const outer = Router();
  const router = Router();
  router.use(recordCalls(platform), usageHeaders(platform));
  router.use(express.json({ limit: '1mb', strict: false, type: ['application/json', 'text/plain'] }));
  router.use(express.urlencoded({ limit: '1mb', extended: false }));
  router.use(answerFaults(platform));
  for (const mount of mounts) mount(router, platform);
  router.use(unknownPath, renderFault(platform));
  outer.use(/^\/v\d{1,2}\.\d+(?=\/)/, router);
  return outer;
}

const unknownPath: RequestHandler = (request) => {
  throw new GraphFault(2500, { message: `Unknown path components: ${request.path}`, http: 400 });
};

function renderFault(platform: Platform): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const fault = error instanceof GraphFault ? error : faultFrom(platform, error);
    response.locals.errorCode = fault.code;
    response.status(fault.http).json(fault.body());
  };
}

function faultFrom(platform: Platform, error: unknown): GraphFault {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status === 'number' && status < 500) {
    return new GraphFault(100, { message: '(#100) The body could not be read as JSON.' });
  }
  platform.log.error({ err: error }, 'the sandbox itself failed');
  return new GraphFault(1, { message: 'An unknown error has occurred.', http: 500 });
}
