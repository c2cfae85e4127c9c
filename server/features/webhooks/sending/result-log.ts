import { operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { recordResults } from '../endpoints/endpoint-health.service.ts';
import { type Settled, settleDeliveries } from './settle-deliveries.repository.ts';

/** Takes finished attempts and stores them in groups. */
export interface ResultLog {
  /** Resolves at once while there is room; when the database is behind, after a group has been stored. */
  add(settled: Settled): Promise<void>;
  /** Resolves when everything is stored. */
  flush(): Promise<void>;
}

const GROUP_MAX = 64;
const WAITING_MAX = 256;
const TRIES = 5;
/** How often an endpoint that does well has its last delivery stored. */
const WELL_EVERY_MS = 1_000;

/**
 * Creates the log of one process. What is lost by a crash before a group is stored is sent again when its lease ends:
 * a receiver gets it twice, under the same webhook-id.
 */
export function createResultLog(resources: Resources): ResultLog {
  const { db, log } = resources;
  const waiting: Settled[] = [];
  const wellAt = new Map<string, number>();
  let writing: Promise<void> | null = null;

  function write(): Promise<void> {
    writing ??= drain().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function drain(): Promise<void> {
    // What is added in the same turn of the event loop goes into one group.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const group = takeGroup(waiting);
      await store(group);
    }
  }

  async function store(group: readonly Settled[]): Promise<void> {
    await insist('results of webhooks were not written; they will be sent again', () =>
      settleDeliveries(db, group),
    );
    await insist('the health of endpoints was not written', () => storeHealth(group));
  }

  async function insist(message: string, work: () => Promise<void>): Promise<void> {
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
      const isWell = settled.every(({ outcome }) => outcome.cause === null);
      const last = wellAt.get(name) ?? 0;
      if (isWell && performance.now() - last < WELL_EVERY_MS) continue;
      // After a failure the next success has something to clear, however soon it comes.
      if (isWell) wellAt.set(name, performance.now());
      else wellAt.delete(name);
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

/** Two attempts of one delivery (its lease ran out in the meantime) are stored one after the other. */
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
