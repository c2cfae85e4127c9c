import { type Request, Router } from 'express';
import {
  ASSIST_TEXT_PATH,
  type AssistTextEvent,
  AssistTextRequestSchema,
} from '../../../shared/contract/assist/assist-text.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import type { BodyBudget } from '../../kernel/http/bodies/body-budget.ts';
import { readJsonBody } from '../../kernel/http/bodies/json-body.ts';
import type { RateLimiter } from '../../kernel/http/rate-limit.ts';
import type { SearchKnowledge } from './knowledge.ts';
import { writeText } from './write-text.ts';

export interface AssistTextOptions {
  resources: Resources;
  authenticate(req: Request): Promise<UserActor | null>;
  limit: RateLimiter;
  bodies: BodyBudget;
  searchKnowledge: SearchKnowledge;
}

/**
 * Returns the route on which the dashboard asks the model for a text: JSON lines, as the model writes them. A model
 * that is away or busy is an ordinary answer. When the page is closed, the model stops.
 */
export function assistTextRouter({
  resources,
  authenticate,
  limit,
  bodies,
  searchKnowledge,
}: AssistTextOptions): Router {
  const router = Router();
  router.post(ASSIST_TEXT_PATH, async (req, res) => {
    const actor = await authenticate(req);
    if (!actor) throw new AppError('session_required');
    await limit.take(res, actor.scope.tenantId);
    if (!actor.permissions.has('messages:send')) {
      throw new AppError('forbidden', { message: 'Your role does not allow this.' });
    }
    const parsed = AssistTextRequestSchema.safeParse(await readJsonBody(req, bodies, actor.scope.tenantId));
    if (!parsed.success) {
      const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      throw new AppError('validation_failed', { details });
    }
    const abort = new AbortController();
    res.on('close', () => abort.abort());
    const emit = (event: AssistTextEvent) => {
      if (!res.headersSent) {
        res.status(200).setHeader('Content-Type', 'application/x-ndjson');
        res.setHeader('Cache-Control', 'no-cache, no-transform');
        res.setHeader('X-Accel-Buffering', 'no');
      }
      if (!res.writableEnded) res.write(`${JSON.stringify(event)}\n`);
    };
    const ctx = { ...operatorContext(resources, actor.scope), actor };
    await writeText(ctx, parsed.data, { emit, signal: abort.signal, searchKnowledge });
    res.end();
  });
  return router;
}
