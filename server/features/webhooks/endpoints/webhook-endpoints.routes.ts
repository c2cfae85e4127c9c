import { implement } from '@orpc/server';
import { webhookEndpointsContract } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  revealSecret,
  rotateSecret,
  updateEndpoint,
  type WakeEndpoint,
} from './webhook-endpoints.service.ts';
import type { TargetRules } from './webhook-target.ts';

/** The dependencies of the routes in addition to the context. */
interface RouteParts {
  target: TargetRules;
  wakeJobs(): void;
  wakeEndpoint: WakeEndpoint;
}

/** Returns the routes of webhook endpoints. */
export function webhookEndpointsRoutes({ target, wakeJobs, wakeEndpoint }: RouteParts) {
  const os = implement(webhookEndpointsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listEndpoints(contextOf(context))),
    create: os.create.handler(({ input, context }) => createEndpoint(contextOf(context), target, input.body)),
    get: os.get.handler(({ input, context }) => getEndpoint(contextOf(context), input.params.id)),
    update: os.update.handler(({ input, context }) =>
      updateEndpoint(contextOf(context), target, input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeEndpoint(contextOf(context), wakeJobs, input.params.id),
    ),
    pause: os.pause.handler(({ input, context }) =>
      pauseEndpoint(contextOf(context), input.params.id, input.body.events),
    ),
    resume: os.resume.handler(({ input, context }) =>
      resumeEndpoint(contextOf(context), wakeEndpoint, input.params.id),
    ),
    revealSecret: os.revealSecret.handler(({ input, context }) =>
      revealSecret(contextOf(context), input.params.id),
    ),
    rotateSecret: os.rotateSecret.handler(({ input, context }) =>
      rotateSecret(contextOf(context), input.params.id, input.body.overlapHours),
    ),
  });
}
