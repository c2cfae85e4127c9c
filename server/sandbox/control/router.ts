import express, { type ErrorRequestHandler, Router } from 'express';
import type { Platform } from '../platform.ts';
import { mountAccounts } from './accounts.ts';
import { mountChats } from './chats.ts';
import { ControlError } from './control-error.ts';
import { mountCustomers } from './customers.ts';
import { mountImport } from './import.ts';
import { mountKnobs } from './knobs.ts';
import { mountMediaControl } from './media.ts';
import { mountObserve } from './observe.ts';
import { mountRawCallback } from './raw-callback.ts';
import { mountSamples } from './samples.ts';
import { mountStream } from './stream.ts';
import { mountTemplateDecisions } from './templates.ts';
import { mountWorld } from './world.ts';

/** The parts of the control API, one file each. To add one, create a file and list it here. */
const mounts = [
  mountAccounts,
  mountCustomers,
  mountChats,
  mountSamples,
  mountMediaControl,
  mountImport,
  mountKnobs,
  mountObserve,
  mountRawCallback,
  mountStream,
  mountTemplateDecisions,
  mountWorld,
];

/** The control API of the sandbox, for tests and the phone page. */
export function controlRouter(platform: Platform): Router {
  const router = Router();
  router.use(express.json({ limit: '8mb' }));
  for (const mount of mounts) mount(router, platform);
  router.use((request) => {
    throw new ControlError(404, 'not_found', `There is no ${request.method} ${request.originalUrl}.`);
  });
  router.use(renderError(platform));
  return router;
}

function renderError(platform: Platform): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    if (error instanceof ControlError) {
      response.status(error.status).json({ error: { code: error.code, message: error.message } });
      return;
    }
    const status =
      typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
    if (status >= 500) platform.log.error({ err: error }, 'the control API failed');
    const message = error instanceof Error ? error.message : 'unknown error';
    response
      .status(status)
      .json({ error: { code: status < 500 ? 'validation_failed' : 'internal', message } });
  };
}
