import type { Resources } from '../../../kernel/context/context.ts';
import { encodeId, encodeTenantId } from '../../../kernel/ids.ts';
import type { Worker } from '../../../kernel/queue/worker.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import type { MailAdmins } from '../endpoints/endpoint-health.service.ts';
import type { WakeEndpoint } from '../endpoints/webhook-endpoints.service.ts';
import type { Connections } from './connections.ts';
import { dueEndpoints } from './delivery-claims.repository.ts';
import { createLane, isSlowReceiver, type Lane, type LaneMemory, newMemory } from './delivery-lane.ts';
import { createLaneTurns, type RunningLane, type WaitingEndpoint } from './lane-turns.ts';
import { createResultLog } from './result-log.ts';

export interface DeliveryWorker extends Worker {
  /** Hints that something is due for an endpoint. */
  wakeEndpoint: WakeEndpoint;
}

const POLL_MS = 1_000;
const REMEMBERED_MAX = 10_000;

/**
 * Runs a lane for each endpoint with due deliveries, in turns. Hints start a lane immediately; polling finds
 * everything that has no hint, and retries.
 */
export function createDeliveryWorker(
  resources: Resources,
  connections: Connections,
  mailAdmins: MailAdmins,
): DeliveryWorker {
  const { db, log } = resources;
  const results = createResultLog(resources, mailAdmins);
  const lanes = new Map<string, RunningLane & { lane: Lane; done: Promise<void> }>();
  /** Endpoints that got new deliveries while their lane was about to end. */
  const again = new Set<string>();
  const memories = new Map<string, LaneMemory>();
  const turns = createLaneTurns({
    running: () => lanes.values(),
    isKnownSlow: (name) => isSlowReceiver(memories.get(name)),
  });
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let polling: Promise<void> | null = null;

  function wakeEndpoint(scope: Pick<TenantScope, 'key'>, id: Buffer): void {
    const name = id.toString('hex');
    if (lanes.has(name)) again.add(name);
    else turns.add({ id, tenantId: scope.key });
    startWaiting();
  }

  function startWaiting(): void {
    for (let next = stopped ? null : turns.take(); next; next = turns.take()) start(next);
  }

  function start(endpoint: WaitingEndpoint): void {
    const name = endpoint.id.toString('hex');
    const memory = memories.get(name) ?? newMemory();
    if (memories.size >= REMEMBERED_MAX) memories.clear();
    memories.set(name, memory);
    const parts = { connections, results, othersWait: () => !turns.isEmpty() };
    const lane = createLane(resources, parts, endpoint.id, memory);
    const done = lane
      .run()
      .then((hasMore) => {
        if (hasMore) again.add(name);
      })
      .catch((error) =>
        log.warn(
          {
            err: error,
            tenantId: encodeTenantId(endpoint.tenantId),
            endpoint: encodeId('webhookEndpoint', endpoint.id),
          },
          'sending webhooks to an endpoint failed; will retry in a second',
        ),
      )
      .finally(() => {
        lanes.delete(name);
        if (again.delete(name)) turns.add(endpoint);
        startWaiting();
      });
    lanes.set(name, { lane, done, tenant: endpoint.tenantId.toString('hex'), isSlow: lane.isSlow });
  }

  function poll(): Promise<void> {
    polling ??= pollOnce().finally(() => {
      polling = null;
    });
    return polling;
  }

  async function pollOnce(): Promise<void> {
    clearTimeout(timer);
    try {
      for (const endpoint of await dueEndpoints(db))
        if (!lanes.has(endpoint.id.toString('hex'))) turns.add(endpoint);
      // Also when nothing new is due: a receiver may have become slow, and its place is free.
      startWaiting();
    } catch (error) {
      log.warn({ err: error }, 'could not query due webhooks');
    }
    if (!stopped) timer = setTimeout(() => void poll(), POLL_MS * (0.8 + Math.random() * 0.4));
  }

  return {
    wakeEndpoint,
    wake: () => void poll(),
    start: () => void poll(),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await polling;
      for (const { lane } of lanes.values()) lane.stop();
      // Lanes may wait for results to be stored.
      results.giveUpSoon();
      await Promise.allSettled([...lanes.values()].map(({ done }) => done));
      await results.flush();
    },
  };
}
