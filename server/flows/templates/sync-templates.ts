import type { Database } from '../../db/database.ts';
import type { CloudApiSettingsService } from '../../features/channel/index.ts';
import {
  EVERY_SECONDS,
  presentSync,
  replaceTemplates,
  TemplateSyncsRepository,
  TemplatesRepository,
} from '../../features/templates/index.ts';
import { createWorker, type Worker } from '../../kernel/jobs/worker.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { GraphError, type GraphHttp } from '../../platform/graph/graph-http.ts';
import { listTemplates } from '../../platform/message-templates.ts';

export interface SyncTemplatesDeps {
  database: Database;
  logger: Logger;
  inUnitOfWork: UnitOfWork;
  http: GraphHttp;
  settings: CloudApiSettingsService;
  /** Folds case and accents, for searching. */
  fold(text: string): string;
}

/** Longer than the longest fetch: a hundred pages that each take a while are given up before. */
const LEASE_SECONDS = 300;
const FIRST_WAIT_SECONDS = 10;

/**
 * The worker that fetches each workspace's templates, every hour and when somebody asks. The claim of the
 * workspace's row sees to it that two servers never fetch the same list at once.
 */
export function createTemplateSyncWorker(deps: SyncTemplatesDeps): Worker {
  const { database, logger } = deps;
  return createWorker(database, logger, {
    table: 'template_syncs',
    leaseSeconds: LEASE_SECONDS,
    batch: 4,
    concurrency: 2,
    handle: async (id, token) => {
      const [row] = await database.select<{
        tenantId: Buffer;
        attempts: number;
        startedAt: Date;
        wasAsked: number;
      }>(
        `/* system: template-sync */ SELECT tenant_id AS tenantId, attempts, UTC_TIMESTAMP(3) AS startedAt,
           COALESCE(asked_at > problem_at, FALSE) AS wasAsked
         FROM template_syncs WHERE id = :id AND lease_token = :token`,
        { id, token },
      );
      if (row) await syncTemplates(deps, mintTenantScope(row.tenantId), { ...row, token });
    },
  });
}

async function syncTemplates(
  deps: SyncTemplatesDeps,
  scope: TenantScope,
  run: { token: Buffer; attempts: number; startedAt: Date; wasAsked: number },
): Promise<void> {
  const { database, inUnitOfWork } = deps;
  const account = await deps.settings.credentials(scope);
  if (!account) {
    await new TemplateSyncsRepository(database, scope).fail(run.token, null, EVERY_SECONDS);
    return;
  }
  try {
    const found = await listTemplates(deps.http, account);
    await inUnitOfWork(scope, async (work) => {
      const syncs = new TemplateSyncsRepository(database, scope, work.tx);
      // Somebody else has taken over: their fetch is the newer one.
      if (!(await syncs.succeed(run.token, run.startedAt))) return;
      const templates = new TemplatesRepository(database, scope, work.tx);
      await replaceTemplates(templates, found, run.startedAt, deps.fold);
      work.record('templates.synced', { sync: presentSync(await syncs.state()) });
    });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    deps.logger.warn({ tenantId: scope.tenantId, reason: error.message }, 'templates could not be fetched');
    await inUnitOfWork(scope, async (work) => {
      const syncs = new TemplateSyncsRepository(database, scope, work.tx);
      const before = await syncs.state();
      if (!(await syncs.fail(run.token, problemOf(error), waitAfter(error, run.attempts)))) return;
      const after = await syncs.state();
      // An outage is said once, not with every try; whoever has asked hears how it went.
      if (before?.problem === after?.problem && !run.wasAsked) return;
      work.record('templates.synced', { sync: presentSync(after) });
    });
  }
}

function waitAfter({ fault }: GraphError, attempts: number): number {
  const isHopeless = fault !== null && fault.action !== 'retry';
  return isHopeless ? EVERY_SECONDS : Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), EVERY_SECONDS);
}

/** What went wrong, for the people who look at the list. */
function problemOf({ fault, message }: GraphError): string {
  if (fault === null) return `The platform cannot be reached (${message}). It is tried again by itself.`;
  if (fault.action === 'credentials')
    return `The platform does not accept the access token for this: ${message}. An admin has to renew it.`;
  if (fault.action === 'retry')
    return `The platform asks for patience: ${message}. It is tried again by itself.`;
  return `The platform refused to list the templates: ${message}.`;
}
