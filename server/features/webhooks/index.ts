import type { Database } from '../../db/database.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { createAddressGuard, createRangeGuard } from '../../kernel/http-out/address-guard.ts';
import { createGuardedAgent } from '../../kernel/http-out/guarded-agent.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { registerWebhookDeliveries } from './deliveries/index.ts';
import type { ConfirmPassword } from './endpoints/index.ts';
import { createEndpointVault, createRecordResults, registerWebhookEndpoints } from './endpoints/index.ts';
import { createAttempt } from './sending/attempt.ts';
import { createDeliveryWorker } from './sending/delivery-worker.ts';
import { createFanOut } from './sending/fan-out.ts';
import { enqueuePurgeEndpoint, purgeEndpointJob } from './sending/purge.ts';
import { renderEvent, renderSample } from './sending/render-event.ts';
import { createResultLog } from './sending/result-log.ts';
import { webhookRetention } from './sending/webhook-retention.ts';

export { purgeWebhooksOfContact } from './sending/purge.ts';

export interface WebhooksDeps {
  database: Database;
  logger: Logger;
  keyring: Keyring;
  cursors: Cursors;
  inUnitOfWork: UnitOfWork;
  /** For the worker, its results and the fan-out, which no request waits for. */
  background: { database: Database; inUnitOfWork: UnitOfWork };
  recordAudit: RecordAudit;
  /** WEBHOOK_ALLOW_CIDRS */
  allowCidrs: readonly string[];
  wakeJobs(): void;
  /** The clock of states and signatures; tests bring their own. */
  now?: () => Date;
}

const CONNECT_MS = 5_000;
/** The longest that an endpoint may take is 30 s; its own time ends before this one. */
const ANSWER_MS = 40_000;
const ADDRESSES_MAX = 10_000;

/** Outgoing webhooks: endpoints, what they are owed, and the worker that delivers it. */
export function createWebhooks(deps: WebhooksDeps) {
  const { database, logger, keyring, cursors, inUnitOfWork, recordAudit, background } = deps;
  const now = deps.now ?? (() => new Date());
  const permits = createAddressGuard(deps.allowCidrs);
  const permitsPlain = createRangeGuard(deps.allowCidrs);
  const addresses = new Map<string, string>();
  const dispatcher = createGuardedAgent({
    permits,
    permitsPlain,
    timeoutMs: ANSWER_MS,
    connectMs: CONNECT_MS,
    isKept: true,
    onConnected: (origin, address) => {
      if (addresses.size >= ADDRESSES_MAX) addresses.clear();
      addresses.set(origin, address);
    },
  });
  const vault = createEndpointVault(keyring, now);
  const results = createResultLog({
    database: background.database,
    logger,
    recordResults: createRecordResults({ ...background, recordAudit }),
  });
  const worker = createDeliveryWorker({
    database: background.database,
    logger,
    vault,
    results,
    attempt: createAttempt({ dispatcher, now }),
    addressOf: ({ origin }) => addresses.get(origin) ?? null,
  });
  const endpoints = registerWebhookEndpoints({
    database,
    inUnitOfWork,
    recordAudit,
    vault,
    now,
    target: { permits, permitsPlain, allowsPlain: deps.allowCidrs.length > 0 },
    purgeEndpoint: async (scope, tx, id) => {
      await enqueuePurgeEndpoint(database, scope, tx, id);
      deps.wakeJobs();
    },
    wakeDeliveries: (_scope, id) => worker.wakeEndpoint(id),
  });
  const deliveries = registerWebhookDeliveries({
    database,
    cursors,
    now,
    getEndpoint: endpoints.service.get,
    render: renderEvent,
    renderSample,
    sendNow: async (scope, id) => {
      await endpoints.service.endRest(scope, id);
      worker.wakeEndpoint(id);
    },
  });
  return {
    endpoints,
    deliveries,
    worker,
    fanOut: createFanOut({ database: background.database, wake: worker.wakeEndpoint }),
    job: purgeEndpointJob(background.database),
    close: () => dispatcher.close(),
  };
}

/** Outgoing webhooks: where integrators are told of events, and what they were told. */
export function wireWebhooks(
  kernel: Kernel,
  { confirmPassword, wakeJobs }: { confirmPassword: ConfirmPassword; wakeJobs(): void },
) {
  const { config, logger, database, keyring, cursors, inUnitOfWork, recordAudit, background } = kernel;
  const webhooks = createWebhooks({
    database,
    logger,
    keyring,
    cursors,
    inUnitOfWork,
    background,
    recordAudit,
    allowCidrs: config.allowCidrs,
    wakeJobs,
  });
  return {
    ...webhooks,
    jobs: [webhooks.job],
    workers: [webhooks.worker],
    retention: webhookRetention(background.database),
    dashboardRoutes: {
      webhookEndpoints: webhooks.endpoints.routes(confirmPassword),
      webhookDeliveries: webhooks.deliveries.routes,
    },
  };
}
