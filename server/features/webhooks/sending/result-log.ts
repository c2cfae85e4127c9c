import { isOutage } from '../../../db/database-errors.ts';
import { createBatch } from '../../../kernel/batch/batch.ts';
import { operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { type MailAdmins, recordResults } from '../endpoints/endpoint-health.service.ts';
import { type Settled, settleDeliveries } from './settle-deliveries.repository.ts';

/** Stores finished attempts in groups. */
export interface ResultLog {
  /** Resolves immediately while there is room; otherwise after a group has been stored. */
  add(settled: Settled): Promise<void>;
  /** Resolves when everything is stored. */
  flush(): Promise<void>;
  /** Whether results cannot be stored at the moment: nothing more should be sent, for it could not be stored either. */
  isFailing(): boolean;
  /** Waits no longer for a database that is away: the server stops. */
  giveUpSoon(): void;
}

const GROUP_MAX = 64;
const WAITING_MAX = 256;
const TRIES = 5;
/** How long results are kept while the database is away or takes no writes. A receiver would get the webhooks again. */
const KEPT_MS = 15 * 60_000;
const PAUSE_MAX_MS = 1_000;
/** Minimum interval between two writes of a healthy endpoint's last delivery. */
const HEALTHY_EVERY_MS = 1_000;

/**
 * Creates the result log of one process. Results lost in a crash are sent again when their lease ends: the
 * receiver then gets them twice, with the same webhook-id.
 */
export function createResultLog(resources: Resources, mailAdmins: MailAdmins): ResultLog {
  const { db, log } = resources;
  const healthyStoredAt = new Map<string, number>();
  let isFailing = false;
  let isStopping = false;
  const batch = createBatch<Settled, undefined>({
    write: store,
    size: GROUP_MAX,
    take: roomFor,
    // Everything added in the same turn of the event loop is stored in one group.
    start: 'next turn',
    most: WAITING_MAX,
  });

  async function store(group: readonly Settled[]): Promise<undefined[]> {
    await withRetries('could not store results of webhooks; they will be sent again', () =>
      settleDeliveries(db, group),
    );
    await withRetries('could not store the health of endpoints', () => storeHealth(group));
    return [];
  }

  async function withRetries(message: string, work: () => Promise<void>): Promise<void> {
    const keptUntil = performance.now() + KEPT_MS;
    for (let tries = 1; ; tries += 1) {
      try {
        await work();
        isFailing = false;
        return;
      } catch (error) {
        isFailing = isOutage(error) && !isStopping && performance.now() < keptUntil;
        if (tries >= TRIES && !isFailing) return log.error({ err: error }, message);
        if (tries === TRIES) log.warn({ err: error }, 'results of webhooks cannot be stored now; will retry');
        await new Promise((resolve) => setTimeout(resolve, Math.min(200 * tries, PAUSE_MAX_MS)));
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
        mailAdmins,
        first.delivery.endpointId,
        settled.map(({ delivery, outcome }) => ({
          at: outcome.startedAt,
          eventAt: delivery.createdAt,
          ok: outcome.cause === null,
          isGone: outcome.cause === 'gone',
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
      void batch.add(settled);
      if (batch.isFull()) await batch.flush();
    },
    flush: batch.flush,
    isFailing: () => isFailing,
    giveUpSoon: () => {
      isStopping = true;
    },
  };
}

/** Returns the size of the next group. Two attempts of one delivery, after a lost lease, are stored separately. */
function roomFor(waiting: Iterable<Settled>): number {
  const ids = new Set<string>();
  for (const { delivery } of waiting) {
    const id = delivery.id.toString('hex');
    if (ids.size === GROUP_MAX || ids.has(id)) break;
    ids.add(id);
  }
  return ids.size;
}

function byEndpoint(group: readonly Settled[]): Map<string, Settled[]> {
  const found = new Map<string, Settled[]>();
  for (const settled of group) {
    const name = settled.delivery.endpointId.toString('hex');
    found.set(name, [...(found.get(name) ?? []), settled]);
  }
  return found;
}
