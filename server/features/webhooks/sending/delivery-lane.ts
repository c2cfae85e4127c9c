import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import { type Context, operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { encodeId, newKey } from '../../../kernel/ids.ts';
import { claimLanes, holdLane, type LaneLease } from '../../../kernel/queue/lanes.ts';
import { inSpan } from '../../../kernel/tracing/tracing.ts';
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

/** The parts that all lanes of a process share. */
interface LaneParts {
  connections: Connections;
  results: ResultLog;
  /** Whether another endpoint waits for a lane. */
  othersWait(): boolean;
}

/** The deliveries of one endpoint, a few at a time. */
export interface Lane {
  /**
   * Resolves when nothing more is due for the endpoint, or nothing may be sent to it: then with false. With true
   * when its time is over and others wait.
   */
  run(): Promise<boolean>;
  /** Whether its receiver takes long to answer: on average, or right now. */
  isSlow(): boolean;
  stop(): void;
}

/** State of an endpoint that is kept between its lanes. */
export interface LaneMemory {
  /** A moving average of the duration of a delivery. */
  averageMs: number;
  /** When the throttle allows the next delivery, by this process's clock. */
  nextSlotAt: number;
}

export const newMemory = (): LaneMemory => ({ averageMs: 200, nextSlotAt: 0 });

/** How long a lane runs while other endpoints wait. */
const SLICE_MS = 2_000;
/** Receivers that take longer on average are slow. */
const SLOW_MS = 2_000;

/** Returns whether a receiver is known to be slow. */
export function isSlowReceiver(memory: LaneMemory | undefined): boolean {
  return memory !== undefined && memory.averageMs > SLOW_MS;
}

/** Deliveries in flight to one endpoint from this process. */
export const CONCURRENCY = 4;
const CLAIM_MAX = 64;
/** Deliveries are claimed for about this much time ahead. */
const AHEAD_MS = 1_000;
const MARGIN_MS = 5_000;

/**
 * Creates the lane of one endpoint: it claims a few deliveries, sends four at a time, and claims again. Each
 * endpoint has its own lane, so that slow or dead receivers do not delay others. One process at a time runs
 * the lane, and deliveries about one contact are sent one after another, so first attempts arrive in the
 * order of events.
 */
export function createLane(
  resources: Resources,
  { connections, results, othersWait }: LaneParts,
  endpointId: Buffer,
  memory: LaneMemory,
): Lane {
  const { db, clock } = resources;
  let stopped = false;
  let sliceStartedAt = performance.now();
  const isSliceOver = () => performance.now() - sliceStartedAt > SLICE_MS;
  const mustYield = () => isSliceOver() && othersWait();

  async function run(): Promise<boolean> {
    for (;;) {
      const opened = await openEndpoint(db, endpointId);
      if (!opened || stopped) return false;
      const owner = { id: endpointId, tenantId: opened.scope.key };
      const { token, ids } = await claimLanes(db, [owner]);
      // Another process runs this lane, and checks for more work after releasing it.
      if (ids.length === 0) return false;
      const lease = holdLane(db, owner, token);
      try {
        await work(lease);
      } finally {
        await lease.release();
      }
      if (mustYield()) return true;
      if (!(await isDue({ db, scope: opened.scope }, endpointId))) return false;
    }
  }

  async function work(lease: LaneLease): Promise<void> {
    while (!stopped && !lease.isLost() && !mustYield()) {
      // What cannot be stored is sent again when its lease ends, and then again.
      if (results.isFailing()) await results.flush();
      if (stopped || lease.isLost()) return;
      if (!othersWait()) sliceStartedAt = performance.now();
      const opened = await openEndpoint(db, endpointId);
      if (!opened) return;
      const { endpoint } = opened;
      const ctx = operatorContext(resources, opened.scope);
      // An endpoint that keeps failing gets one trial delivery, and the others after that has succeeded.
      const isTrial = isResting(endpoint);
      const claimed = await claimDeliveries(ctx, endpointId, isTrial ? 1 : batchSizeFor(endpoint));
      if (claimed.length === 0) return;
      await sendAll(ctx, endpoint, claimed);
      // The stored health of the endpoint decides what is sent next.
      if (isTrial) await results.flush();
    }
  }

  /** Returns how many deliveries can be sent within about a second. */
  function batchSizeFor({ maxPerSecond }: WebhookEndpointRow): number {
    const ahead = Math.max(CONCURRENCY, (CONCURRENCY * AHEAD_MS) / memory.averageMs);
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
      // Once the endpoint starts to fail, leave the rest of the claim instead of sending it at full speed.
      const hasStartedFailing = failures > endpoint.failures && isResting({ failures });
      if (stopped || isLate || hasStartedFailing || mustYield()) {
        left.push(next);
        return;
      }
      await waitForThrottle(endpoint.maxPerSecond);
      failures = (await send(receiver, next)) ? 0 : failures + 1;
    };
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const chain of chains) for (const delivery of chain) await sendOne(delivery);
      }),
    );
    // Store the results before these are due again, because the next claim depends on the stored health.
    if (left.length > 0) await results.flush();
    await releaseDeliveries(db, left);
  }

  async function send(receiver: ReturnType<typeof receiverOf>, delivery: ClaimedDelivery): Promise<boolean> {
    const eventId = encodeId('webhookEvent', delivery.eventId);
    const outcome = await inSpan(
      () => ({
        name: 'webhook delivery',
        kind: 'client',
        attributes: {
          'switchboard.tenant.id': delivery.scope.tenantId,
          'switchboard.event.id': eventId,
          'switchboard.attempt': delivery.attempts + 1,
        },
        about: delivery.messageId ?? delivery.eventId,
      }),
      async (span) => {
        const made = await attemptDelivery(
          { dispatcher: connections.dispatcher, clock },
          { ...receiver, eventId, body: delivery.body },
        );
        span?.set({
          'switchboard.outcome': made.cause ?? 'ok',
          ...(made.status === null ? {} : { 'http.response.status_code': made.status }),
        });
        return made;
      },
    );
    memory.averageMs = memory.averageMs * 0.9 + Math.max(1, outcome.milliseconds) * 0.1;
    const remoteAddress = outcome.cause === 'address_refused' ? null : connections.addressOf(receiver.url);
    await results.add({ id: newKey(), delivery, outcome, remoteAddress });
    return outcome.cause === null;
  }

  /** Waits until the throttle allows the next delivery. */
  async function waitForThrottle(maxPerSecond: number | null): Promise<void> {
    if (maxPerSecond === null) return;
    const at = Math.max(performance.now(), memory.nextSlotAt);
    memory.nextSlotAt = at + 1_000 / maxPerSecond;
    const wait = at - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  return {
    run,
    isSlow: () => isSlowReceiver(memory) || isSliceOver(),
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
    listener: endpoint.listenerAnswer,
  };
}

/** Groups the deliveries by the contact that they are about, each group in the order of events. */
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
