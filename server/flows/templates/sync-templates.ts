import type { TemplateSync } from '../../../shared/contract/templates.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { TEMPLATE_SYNC_REASONS } from '../../../shared/domain/reasons/template-reasons.ts';
import { credentialsOf, isConnected } from '../../features/channel/index.ts';
import {
  completeTemplateSync,
  failTemplateSync,
  findClaimedTemplateSync,
  findTemplateSync,
  presentSync,
  requestTemplateSync,
  SYNC_EVERY_SECONDS,
  syncState,
  TEMPLATE_SYNCS,
} from '../../features/templates/index.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeTenantId } from '../../kernel/ids.ts';
import { createWorker, type Worker } from '../../kernel/queue/worker.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { GraphError } from '../../platform/graph/graph-http.ts';
import { listTemplates } from '../../platform/message-templates.ts';
import type { TemplateSource } from './recheck-template.ts';
import { replaceTemplates } from './replace-templates.ts';

export interface SyncParts {
  /** Wakes the worker that fetches templates. */
  wakeSync(): void;
}

const FIRST_WAIT_SECONDS = 10;

/**
 * Requests an immediate fetch of the templates; returns the state of the fetches.
 * @throws {AppError} channel_not_connected
 */
export async function syncSoon(ctx: Context, { wakeSync }: SyncParts): Promise<TemplateSync> {
  if (!(await isConnected(ctx))) throw new AppError('channel_not_connected');
  await requestTemplateSync(ctx);
  wakeSync();
  return syncState(ctx);
}

/**
 * Returns the worker that fetches each workspace's templates, every hour and on request. It claims the
 * workspace's row, so two servers never fetch the same list at the same time.
 */
export function createTemplateSyncWorker(resources: Resources, source: TemplateSource): Worker {
  const { db, log } = resources;
  return createWorker(db, log, {
    queue: TEMPLATE_SYNCS,
    concurrency: 2,
    nameOf: encodeTenantId,
    handle: async (id, token) => {
      const claimed = await findClaimedTemplateSync(db, id, token);
      if (!claimed) return;
      const ctx = operatorContext(resources, mintTenantScope(claimed.tenantId));
      await syncTemplates(ctx, source, { ...claimed, token });
    },
  });
}

async function syncTemplates(
  ctx: Context,
  { http }: TemplateSource,
  run: { token: Buffer; attempts: number; startedAt: Date; wasAsked: number },
): Promise<void> {
  const account = await credentialsOf(ctx);
  if (!account) {
    await failTemplateSync(ctx, run.token, null, SYNC_EVERY_SECONDS);
    return;
  }
  try {
    const found = await listTemplates(http, account);
    await inTransaction(ctx, async (ctx) => {
      // Another worker has taken over, and its fetch is newer.
      if (!(await completeTemplateSync(ctx, run.token, run.startedAt))) return;
      await replaceTemplates(ctx, found, run.startedAt);
      ctx.record('templates.synced', { sync: presentSync(await findTemplateSync(ctx)) });
    });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    ctx.log.warn({ tenantId: ctx.scope.tenantId, reason: error.message }, 'could not fetch templates');
    await inTransaction(ctx, async (ctx) => {
      const before = await findTemplateSync(ctx);
      if (!(await failTemplateSync(ctx, run.token, problemOf(error), waitAfter(error, run.attempts)))) return;
      const after = await findTemplateSync(ctx);
      // An outage is reported once, not per attempt; a person who has requested the fetch sees its outcome.
      if (before?.problem === after?.problem && !run.wasAsked) return;
      ctx.record('templates.synced', { sync: presentSync(after) });
    });
  }
}

/** Returns the seconds until the next fetch: after an outage or a limit, at least those that the platform asks for. */
function waitAfter({ fault }: GraphError, attempts: number): number {
  const isHopeless = fault !== null && fault.action !== 'retry';
  if (isHopeless) return SYNC_EVERY_SECONDS;
  const backoff = Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), SYNC_EVERY_SECONDS);
  return Math.max(backoff, fault?.retryAfterSeconds ?? 0);
}

/** Returns the problem in words for the people who see the list. */
function problemOf({ fault, message: detail }: GraphError): string {
  const code =
    fault === null
      ? 'unreachable'
      : fault.action === 'credentials'
        ? 'token_rejected'
        : fault.action === 'retry'
          ? 'throttled'
          : 'rejected';
  return TEMPLATE_SYNC_REASONS.write(code, { detail });
}
