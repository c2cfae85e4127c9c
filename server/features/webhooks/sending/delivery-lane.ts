import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import { type Context, operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { encodeId, newKey } from '../../../kernel/ids.ts';
import { claimLanes, holdLane, type LaneLease } from '../../../kernel/queue/lanes.ts';
import { openHeaders, openSecrets } from '../endpoints/endpoint-secrets.ts';
import { attemptDelivery } from './attempt.ts';
import type { Connections } from './connections.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  isDue,
  openEndpoint,
  releaseDeliveries,
} from './delivery-claims.repository.ts';
import { isResting } from './endpoint-health.ts';
import type { ResultLog } from './result-log.ts';

/** What all lanes of a process share. */
interface LaneParts {
  connections: Connections;
  results: ResultLog;
}

/** The deliveries of one endpoint, a few at a time. */
export interface Lane {
  /** Resolves when nothing is due for the endpoint any more, or nothing may be sent to it. */
  run(): Promise<void>;
  stop(): void;
}

/** What is remembered of an endpoint from one lane to the next. */
export interface LaneMemory {
  /** A moving average of how long a delivery takes. */
  usualMs: number;
  /** When the throttle lets the next one go, by this process's clock. */
  nextSlotAt: number;
}

export const newMemory = (): LaneMemory => ({ usualMs: 200, nextSlotAt: 0 });

/** Deliveries in flight to one endpoint from this process. */
export const CONCURRENCY = 4;
const CLAIM_MAX = 64;
/** What is claimed should be sent within this time. */
const AHEAD_MS = 1_000;
const MARGIN_MS = 5_000;

/**
 * One endpoint's own queue: it claims a handful, sends four at a time, claims again. Slow or dead receivers hold up
 * no other endpoint, for each has a lane of its own. One process at a time runs the lane, and what concerns one
 * contact is sent one after the other: so first attempts arrive in the order of events.
 */
export function createLane(
  resources: Resources,
  { connections, results }: LaneParts,
  endpointId: Buffer,
  memory: LaneMemory,
): Lane {
  const { db, clock } = resources;
  let stopped = false;

  async function run(): Promise<void> {
    for (;;) {
      const opened = await openEndpoint(db, endpointId);
      if (!opened || stopped) return;
      const owner = { id: endpointId, tenantId: opened.scope.key };
      const { token, ids } = await claimLanes(db, [owner]);
      // Another process runs it, and looks again when it has given it back.
      if (ids.length === 0) return;
      const lease = holdLane(db, owner, token);
      try {
        await work(lease);
      } finally {
        await lease.release();
      }
      if (!(await isDue({ db, scope: opened.scope }, endpointId))) return;
    }
  }

  async function work(lease: LaneLease): Promise<void> {
    while (!stopped && !lease.isLost()) {
      const opened = await openEndpoint(db, endpointId);
      if (!opened) return;
      const { endpoint } = opened;
      const ctx = operatorContext(resources, opened.scope);
      // One that keeps failing is tried with one delivery, and gets the others when that has arrived.
      const isTrial = isResting(endpoint);
      const claimed = await claimDeliveries(ctx, endpointId, isTrial ? 1 : roomOf(endpoint));
      if (claimed.length === 0) return;
      await sendAll(ctx, endpoint, claimed);
      // The health of the endpoint decides what comes next.
      if (isTrial) await results.flush();
    }
  }

  /** As many as can be sent within a second or so. */
  function roomOf({ maxPerSecond }: WebhookEndpointRow): number {
    const ahead = Math.max(CONCURRENCY, (CONCURRENCY * AHEAD_MS) / memory.usualMs);
    return Math.floor(Math.min(CLAIM_MAX, ahead, Math.max(CONCURRENCY, maxPerSecond ?? CLAIM_MAX)));
  }

  async function sendAll(
    ctx: Context,
    endpoint: WebhookEndpointRow,
    claimed: ClaimedDelivery[],
  ): Promise<void> {
    const receiver = receiverOf(ctx, endpoint);
    const chains = chainsOf(claimed).values();
    const left: ClaimedDelivery[] = [];
    let failures = endpoint.failures;
    const sendOne = async (next: ClaimedDelivery) => {
      const isLate = next.leaseEndsAt - performance.now() < 2 * receiver.timeoutMs + MARGIN_MS;
      // What has begun to fail is not run against at full speed for the rest of the claim.
      const hasBroken = failures > endpoint.failures && isResting({ failures });
      if (stopped || isLate || hasBroken) {
        left.push(next);
        return;
      }
      await turn(endpoint.maxPerSecond);
      failures = (await send(receiver, next)) ? 0 : failures + 1;
    };
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const chain of chains) for (const delivery of chain) await sendOne(delivery);
      }),
    );
    // Before they are due again, what made them stay has to be known.
    if (left.length > 0) await results.flush();
    await releaseDeliveries(db, left);
  }

  async function send(receiver: ReturnType<typeof receiverOf>, delivery: ClaimedDelivery): Promise<boolean> {
    const outcome = await attemptDelivery(
      { dispatcher: connections.dispatcher, clock },
      { ...receiver, eventId: encodeId('webhookEvent', delivery.eventId), body: delivery.body },
    );
    memory.usualMs = memory.usualMs * 0.9 + Math.max(1, outcome.milliseconds) * 0.1;
    const remoteAddress = outcome.cause === 'address_refused' ? null : connections.addressOf(receiver.url);
    await results.add({ id: newKey(), delivery, outcome, remoteAddress });
    return outcome.cause === null;
  }

  /** Waits until the throttle lets one more go. */
  async function turn(maxPerSecond: number | null): Promise<void> {
    if (maxPerSecond === null) return;
    const at = Math.max(performance.now(), memory.nextSlotAt);
    memory.nextSlotAt = at + 1_000 / maxPerSecond;
    const wait = at - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  return {
    run,
    stop: () => {
      stopped = true;
    },
  };
}

function receiverOf(ctx: Context, endpoint: WebhookEndpointRow) {
  return {
    url: new URL(endpoint.url),
    secrets: openSecrets(ctx, endpoint.id, endpoint.secrets).map(({ secret }) => secret),
    headers: openHeaders(ctx, endpoint.id, endpoint.headers),
    timeoutMs: endpoint.timeoutSeconds * 1_000,
  };
}

/** Returns the deliveries by the contact that they are about, each in the order of events. */
function chainsOf(claimed: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  const chains = new Map<string, ClaimedDelivery[]>();
  for (const delivery of claimed) {
    const name = (delivery.contactId ?? delivery.id).toString('hex');
    const chain = chains.get(name);
    if (chain) chain.push(delivery);
    else chains.set(name, [delivery]);
  }
  return [...chains.values()];
}
