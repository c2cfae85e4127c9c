import type { Database } from '../../db/database.ts';
import { registerWebhookDeliveries } from '../../features/webhook-deliveries/index.ts';
import {
  createEndpointVault,
  createRecordResults,
  registerWebhookEndpoints,
} from '../../features/webhook-endpoints/index.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { createAddressGuard, createRangeGuard } from '../../kernel/http-out/address-guard.ts';
import { createGuardedAgent } from '../../kernel/http-out/guarded-agent.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { createAttempt } from '../../kernel/webhooks/attempt.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { createFanOut } from './fan-out.ts';
import { enqueuePurgeEndpoint, purgeEndpointJob } from './purge.ts';
import { renderEvent, renderSample } from './render-event.ts';
import { createResultLog } from './result-log.ts';

export { dropOldWebhooks, purgeWebhooksOfContact } from './purge.ts';

export interface WebhooksDeps {
  database: Database;
  logger: Logger;
  keyring: Keyring;
  cursors: Cursors;
  inUnitOfWork: UnitOfWork;
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
  const { database, logger, keyring, cursors, inUnitOfWork, recordAudit } = deps;
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
    database,
    logger,
    recordResults: createRecordResults({ database, inUnitOfWork, recordAudit }),
  });
  const worker = createDeliveryWorker({
    database,
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
    fanOut: createFanOut({ database, wake: worker.wakeEndpoint }),
    job: purgeEndpointJob(database),
    close: () => dispatcher.close(),
  };
}
