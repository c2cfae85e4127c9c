import type { Resources } from '../../../kernel/context/context.ts';
import type { Worker } from '../../../kernel/queue/worker.ts';
import type { WakeEndpoint } from '../endpoints/webhook-endpoints.service.ts';
import type { Connections } from './connections.ts';
import { dueEndpoints } from './delivery-claims.repository.ts';
import { createLane, type Lane, type LaneMemory, newMemory } from './delivery-lane.ts';
import { createResultLog } from './result-log.ts';

export interface DeliveryWorker extends Worker {
  /** Hints that something is due for an endpoint. */
  wakeEndpoint: WakeEndpoint;
}

/** Maximum number of endpoints that one process sends to concurrently. */
const LANES_MAX = 64;
const POLL_MS = 1_000;
const REMEMBERED_MAX = 10_000;

/**
 * Runs a lane for each endpoint with due deliveries. Hints start a lane immediately; polling finds everything
 * that has no hint, and retries.
 */
export function createDeliveryWorker(resources: Resources, connections: Connections): DeliveryWorker {
  const { db, log } = resources;
  const results = createResultLog(resources);
  const lanes = new Map<string, { lane: Lane; done: Promise<void> }>();
  /** Endpoints that got new deliveries while their lane was about to end. */
  const again = new Set<string>();
  const queue = new Map<string, Buffer>();
  const memories = new Map<string, LaneMemory>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let polling: Promise<void> | null = null;

  function wakeEndpoint(endpointId: Buffer): void {
    if (stopped) return;
    const name = endpointId.toString('hex');
    if (lanes.has(name)) again.add(name);
    else if (lanes.size >= LANES_MAX) queue.set(name, endpointId);
    else start(name, endpointId);
  }

  function start(name: string, endpointId: Buffer): void {
    const memory = memories.get(name) ?? newMemory();
    if (memories.size >= REMEMBERED_MAX) memories.clear();
    memories.set(name, memory);
    const lane = createLane(resources, { connections, results }, endpointId, memory);
    const done = lane
      .run()
      .catch((error) =>
        log.warn({ err: error }, 'sending webhooks to an endpoint failed; will retry in a second'),
      )
      .finally(() => {
        lanes.delete(name);
        if (again.delete(name)) wakeEndpoint(endpointId);
        const [next] = queue;
        if (!next || stopped) return;
        queue.delete(next[0]);
        wakeEndpoint(next[1]);
      });
    lanes.set(name, { lane, done });
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
      for (const id of await dueEndpoints(db)) {
        if (!lanes.has(id.toString('hex'))) wakeEndpoint(id);
      }
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
      await Promise.allSettled([...lanes.values()].map(({ done }) => done));
      await results.flush();
    },
  };
}
