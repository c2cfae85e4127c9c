import { timingSafeEqual } from 'node:crypto';
import express, { type Router } from 'express';
import { AppError } from '../../shared/domain/errors.ts';
import type { Metrics } from '../kernel/metrics/metrics.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { isSignedBy } from './signature.ts';

/** What the callback's door needs to know and do. */
export interface CallbackDeps {
  metrics: Metrics;
  /** The workspace in the path with its secrets; null when there is none. */
  findWorkspace(tenantId: string): Promise<CallbackWorkspace | null>;
  /** Stores the raw body durably. `repeated`: the same bytes were stored before. */
  store(scope: TenantScope, body: Buffer): Promise<'stored' | 'repeated'>;
  /** The platform has asked for the verify token of a workspace, and it had the right one or not. */
  onHandshake(scope: TenantScope, isRight: boolean): void;
}

export interface CallbackWorkspace {
  scope: TenantScope;
  verifyToken: string;
  /** Null while no account is connected: then no signature can be right. */
  appSecret: string | null;
}

/** The platform's maximum is 3 MB; it signs the bytes, so nothing may parse or inflate them first. */
const rawBody = express.raw({ type: () => true, limit: 3 * 1024 * 1024, inflate: false });

/**
 * `/api/v1/webhook/:tenantId`: the address the messaging platform calls. Signature, one INSERT, 200;
 * everything else happens afterwards in a worker. When the INSERT fails the answer is an error and
 * the platform sends again.
 */
export function callbackRouter({ metrics, findWorkspace, store, onHandshake }: CallbackDeps): Router {
  const router = express.Router();

  router.get('/:tenantId', async (req, res) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = req.query;
    const workspace = await findWorkspace(req.params.tenantId);
    const isAsked = mode === 'subscribe' && typeof token === 'string';
    const isRight = isAsked && workspace !== null && isSame(token, workspace.verifyToken);
    if (workspace && isAsked) onHandshake(workspace.scope, isRight);
    if (!isRight) {
      throw new AppError('forbidden', { message: 'The verify token does not belong to this workspace.' });
    }
    res.type('text/plain').send(typeof challenge === 'string' ? challenge : '');
  });

  router.post('/:tenantId', async (req, res, next) => {
    res.locals.startedAt = performance.now();
    res.locals.workspace = await findWorkspace(req.params.tenantId);
    next();
  });
  router.post('/:tenantId', rawBody, async (req, res) => {
    const workspace: CallbackWorkspace | null = res.locals.workspace;
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const took = () => performance.now() - res.locals.startedAt;
    if (!workspace?.appSecret || !isSignedBy(workspace.appSecret, body, req.get('X-Hub-Signature-256'))) {
      metrics.callback('refused', took());
      throw new AppError('invalid_signature');
    }
    const outcome = await store(workspace.scope, body);
    metrics.callback(outcome, took());
    res.status(200).type('text/plain').send('ok');
  });

  return router;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
