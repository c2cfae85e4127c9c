import { timingSafeEqual } from 'node:crypto';
import express, { type Router } from 'express';
import { AppError } from '../../shared/domain/errors.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

export interface HandshakeDeps {
  /** The workspace in the path; null when there is none. */
  find(tenantId: string): Promise<{ scope: TenantScope; verifyToken: string } | null>;
  /** The platform has asked for the verify token of a workspace, and it had the right one or not. */
  onHandshake(scope: TenantScope, isRight: boolean): void;
}

/** `GET /api/v1/webhook/:tenantId`: the platform makes sure that the address is ours before it calls it. */
export function handshakeRouter({ find, onHandshake }: HandshakeDeps): Router {
  const router = express.Router();
  router.get('/:tenantId', async (req, res) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = req.query;
    const workspace = await find(req.params.tenantId);
    const isAsked = mode === 'subscribe' && typeof token === 'string';
    const isRight = isAsked && workspace !== null && isSame(token, workspace.verifyToken);
    if (workspace && isAsked) onHandshake(workspace.scope, isRight);
    if (!isRight) {
      throw new AppError('forbidden', { message: 'The verify token does not belong to this workspace.' });
    }
    res.type('text/plain').send(typeof challenge === 'string' ? challenge : '');
  });
  return router;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
