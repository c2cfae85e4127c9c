import { timingSafeEqual } from 'node:crypto';
import express, { type Router } from 'express';
import { AppError } from '../../shared/domain/errors.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

export interface HandshakeDeps {
  /** Returns the workspace of the path; null when it does not exist. */
  find(tenantId: string): Promise<{ scope: TenantScope; verifyToken: string } | null>;
  /** Called when the platform has sent the right verify token for a workspace. */
  onHandshake(scope: TenantScope): void;
  /** Called for every handshake. Anyone can send a wrong one, so it may only be counted. */
  onAnswered(isRight: boolean): void;
}

/** `GET /api/v1/webhook/:tenantId`: the platform verifies that the address is ours before it uses it. */
export function handshakeRouter({ find, onHandshake, onAnswered }: HandshakeDeps): Router {
  const router = express.Router();
  router.get('/:tenantId', async (req, res) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = req.query;
    const isAsked = mode === 'subscribe' && typeof token === 'string';
    const workspace = isAsked ? await find(req.params.tenantId) : null;
    const isRight = isAsked && workspace !== null && isSame(token, workspace.verifyToken);
    onAnswered(isRight);
    if (!isRight) {
      throw new AppError('forbidden', { message: 'The verify token does not belong to this workspace.' });
    }
    onHandshake(workspace.scope);
    res.type('text/plain').send(typeof challenge === 'string' ? challenge : '');
  });
  return router;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
