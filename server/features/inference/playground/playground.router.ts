import { type Request, Router } from 'express';
import {
  PLAYGROUND_PATH,
  PlaygroundRequestSchema,
} from '../../../../shared/contract/inference/playground.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { openingOf, prefixOf } from '../../../inference/placement/prefix.ts';
import type { UserActor } from '../../../kernel/auth/actor.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import type { BodyBudget } from '../../../kernel/http/bodies/body-budget.ts';
import { readJsonBody } from '../../../kernel/http/bodies/json-body.ts';
import type { RateLimiter } from '../../../kernel/http/rate-limit.ts';
import { createPass } from '../keys/inference-calls.service.ts';
import { findReadyWorkers } from '../workers/inference-workers.service.ts';
import { forwardToWorker } from './forward-to-worker.ts';

export interface PlaygroundOptions {
  resources: Resources;
  authenticate(req: Request): Promise<UserActor | null>;
  limit: RateLimiter;
  bodies: BodyBudget;
  /** The deadline of the inference endpoint for one call. */
  deadlineMs: number;
}

/**
 * Returns the routes from the dashboard's playground to the model. The page may only connect to its own
 * server and has no key: the server authenticates the person and sends the worker a pass for them.
 */
export function playgroundRouter({
  resources,
  authenticate,
  limit,
  bodies,
  deadlineMs,
}: PlaygroundOptions): Router {
  const router = Router();
  router.post(PLAYGROUND_PATH, async (req, res) => {
    const actor = await authenticate(req);
    if (!actor) throw new AppError('session_required');
    await limit.take(res, actor.scope.tenantId);
    if (!actor.permissions.has('keys:manage')) {
      throw new AppError('forbidden', { message: 'Your role does not allow this.' });
    }
    const parsed = PlaygroundRequestSchema.safeParse(await readJsonBody(req, bodies, actor.scope.tenantId));
    if (!parsed.success) {
      const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      throw new AppError('validation_failed', { details });
    }
    const pass = await createPass({ ...resources, scope: actor.scope }, parsed.data.keyId, actor.id);
    const { model, messages } = parsed.data;
    const prefix = prefixOf(actor.scope.tenantId, openingOf(messages));
    const workers = await findReadyWorkers(resources, model, prefix);
    if (typeof workers === 'string') throw new AppError('unavailable', { message: workers });
    await forwardToWorker(resources, workers, pass, parsed.data, deadlineMs, res);
  });
  return router;
}
