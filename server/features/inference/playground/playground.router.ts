import { type Request, Router } from 'express';
import { PLAYGROUND_PATH, PlaygroundRequestSchema } from '../../../../shared/contract/playground.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { UserActor } from '../../../kernel/auth/actor.ts';
import { readJsonBody } from '../../../kernel/http/json-body.ts';
import type { RateLimiter } from '../../../kernel/http/rate-limit.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { askWorker } from './ask-worker.ts';

export interface PlaygroundDeps {
  authenticate(req: Request): Promise<UserActor | null>;
  limit: RateLimiter;
  passFor(scope: TenantScope, keyId: string | null, userId: string): Promise<string>;
  /** The endpoint's own, for one call. */
  deadlineMs: number;
  /** A worker that can answer, or why there is none. */
  findWorker(): Promise<{ address: string; model: string } | string>;
}

/**
 * The way from the dashboard's playground to the model. The page may only talk to the server it came from,
 * and holds no key: the server knows who is signed in and vouches for them.
 */
export function playgroundRouter({
  authenticate,
  limit,
  passFor,
  findWorker,
  deadlineMs,
}: PlaygroundDeps): Router {
  const router = Router();
  router.post(PLAYGROUND_PATH, async (req, res) => {
    const actor = await authenticate(req);
    if (!actor) throw new AppError('session_required');
    await limit.take(res, actor.scope.tenantId);
    if (!actor.permissions.has('keys:manage')) {
      throw new AppError('forbidden', { message: 'Your role does not allow this.' });
    }
    const parsed = PlaygroundRequestSchema.safeParse(await readJsonBody(req, res));
    if (!parsed.success) {
      const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      throw new AppError('validation_failed', { details });
    }
    const pass = await passFor(actor.scope, parsed.data.keyId, actor.id);
    const worker = await findWorker();
    if (typeof worker === 'string') throw new AppError('unavailable', { message: worker });
    await askWorker(worker, pass, parsed.data, deadlineMs, res);
  });
  return router;
}
