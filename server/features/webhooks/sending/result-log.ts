import { operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { recordResults } from '../endpoints/endpoint-health.service.ts';
import { type Settled, settleDeliveries } from './settle-deliveries.repository.ts';

/** Stores finished attempts in groups. */
export interface ResultLog {
  /** Resolves immediately while there is room; otherwise after a group has been stored. */
  add(settled: Settled): Promise<void>;
  /** Resolves when everything is stored. */
  flush(): Promise<void>;
}

const GROUP_MAX = 64;
const WAITING_MAX = 256;
const TRIES = 5;
/** Minimum interval between two writes of a healthy endpoint's last delivery. */
const HEALTHY_EVERY_MS = 1_000;

/**
 * Creates the result log of one process. Results lost in a crash are sent again when their lease ends: the
 * receiver then gets them twice, with the same webhook-id.
 */
export function createResultLog(resources: Resources): ResultLog {
  const { db, log } = resources;
  const waiting: Settled[] = [];
  const healthyStoredAt = new Map<string, number>();
  let writing: Promise<void> | null = null;

  function write(): Promise<void> {
    writing ??= drain().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function drain(): Promise<void> {
    // Everything added in the same turn of the event loop is stored in one group.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const group = takeGroup(waiting);
      await store(group);
    }
  }

  async function store(group: readonly Settled[]): Promise<void> {
    await withRetries('could not store results of webhooks; they will be sent again', () =>
      settleDeliveries(db, group),
    );
    await withRetries('could not store the health of endpoints', () => storeHealth(group));
  }

  async function withRetries(message: string, work: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries >= TRIES) return log.error({ err: error }, message);
        await new Promise((resolve) => setTimeout(resolve, 200 * tries));
      }
    }
  }

  async function storeHealth(group: readonly Settled[]): Promise<void> {
    for (const [name, settled] of byEndpoint(group)) {
      const isHealthy = settled.every(({ outcome }) => outcome.cause === null);
      const last = healthyStoredAt.get(name) ?? 0;
      if (isHealthy && performance.now() - last < HEALTHY_EVERY_MS) continue;
      // After a failure, the next success must be stored immediately, to reset the health.
      if (isHealthy) healthyStoredAt.set(name, performance.now());
      else healthyStoredAt.delete(name);
      const first = settled[0];
      if (!first) continue;
      await recordResults(
        operatorContext(resources, first.delivery.scope),
        first.delivery.endpointId,
        settled.map(({ delivery, outcome }) => ({
          at: outcome.startedAt,
          eventAt: delivery.createdAt,
          ok: outcome.cause === null,
          isGone: outcome.cause === 'gone',
          attempt: delivery.attempts + 1,
          milliseconds: outcome.milliseconds,
          status: outcome.status,
          cause: outcome.cause,
          isTest: delivery.cause === 'test',
        })),
      );
    }
  }

  return {
    add: async (settled) => {
      waiting.push(settled);
      const written = write();
      if (waiting.length >= WAITING_MAX) await written;
    },
    flush: async () => {
      while (waiting.length > 0 || writing) await write();
    },
  };
}

/** Takes the next group. Two attempts of one delivery, after a lost lease, are stored in separate groups. */
function takeGroup(waiting: Settled[]): Settled[] {
  const ids = new Set<string>();
  let count = 0;
  for (const { delivery } of waiting) {
    const id = delivery.id.toString('hex');
    if (count === GROUP_MAX || ids.has(id)) break;
    ids.add(id);
    count += 1;
  }
  return waiting.splice(0, count);
}

function byEndpoint(group: readonly Settled[]): Map<string, Settled[]> {
  const found = new Map<string, Settled[]>();
  for (const settled of group) {
    const name = settled.delivery.endpointId.toString('hex');
    found.set(name, [...(found.get(name) ?? []), settled]);
  }
  return found;
}
