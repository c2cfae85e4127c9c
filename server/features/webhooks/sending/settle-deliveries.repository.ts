import type { Database, Transaction } from '../../../db/database.ts';
import { DELIVERY_STATE } from '../deliveries/webhook-deliveries.repository.ts';
import type { AttemptOutcome } from './attempt.ts';
import type { ClaimedDelivery } from './delivery-claims.repository.ts';
import { secondsUntilRetry } from './schedule.ts';

/** An attempt that has been made, and what it was made of. */
export interface Settled {
  /** The id of its row in the log, made once: a commit whose answer was lost is tried again, and adds nothing then. */
  id: Buffer;
  delivery: ClaimedDelivery;
  outcome: AttemptOutcome;
  remoteAddress: string | null;
}

/**
 * Stores attempts, many in one transaction: the log, and the new state of each delivery. A delivery whose lease was
 * lost in the meantime keeps the state that its new owner gives it; the attempt is in the log all the same.
 * A group has no more than one attempt of a delivery.
 */
export async function settleDeliveries(db: Database, settled: readonly Settled[]): Promise<void> {
  await db.transaction(async (tx) => {
    const there = await lockDeliveries(db, settled, tx);
    const kept = settled
      .filter(({ delivery }) => there.has(delivery.id.toString('hex')))
      .map((one) => ({ ...one, next: nextOf(one.delivery, one.outcome) }));
    if (kept.length === 0) return;
    const delivered = kept.filter(({ next }) => next.state === DELIVERY_STATE.succeeded);
    const others = kept.filter(({ next }) => next.state !== DELIVERY_STATE.succeeded);
    await db.run(
      `INSERT INTO webhook_attempts
         (id, tenant_id, delivery_id, number, cause, started_at, ms, status, failure, detail, remote_address,
          request_headers, response_headers, response_body, is_body_cut)
       VALUES :rows ON DUPLICATE KEY UPDATE tenant_id = webhook_attempts.tenant_id`,
      { rows: kept.map(rowOf) },
      tx,
    );
    if (delivered.length > 0)
      await finish(db, delivered, { state: DELIVERY_STATE.succeeded, seconds: 0 }, tx);
    for (const one of others) await finish(db, [one], one.next, tx);
  });
}

/**
 * Returns which deliveries are still there, and keeps them until the transaction ends. One that was deleted
 * with its contact gets no attempt: a receiver's response may repeat what it was sent.
 */
async function lockDeliveries(
  db: Database,
  settled: readonly Settled[],
  tx: Transaction,
): Promise<ReadonlySet<string>> {
  const rows = await db.select<{ id: Buffer }>(
    '/* system: webhooks */ SELECT id FROM webhook_deliveries WHERE id IN (:ids) ORDER BY id FOR UPDATE',
    { ids: settled.map(({ delivery }) => delivery.id) },
    tx,
  );
  return new Set(rows.map(({ id }) => id.toString('hex')));
}

function rowOf({ id, delivery, outcome, remoteAddress }: Settled) {
  return [
    ...[id, delivery.scope.key, delivery.id, delivery.attempts + 1, delivery.cause],
    ...[
      outcome.startedAt,
      outcome.milliseconds,
      outcome.status,
      outcome.cause,
      outcome.detail,
      remoteAddress,
    ],
    ...[JSON.stringify(outcome.requestHeaders), JSON.stringify(outcome.responseHeaders)],
    ...[outcome.responseBody, outcome.isBodyCut ? 1 : 0],
  ];
}

/** Gives the deliveries that are still ours the results of their attempts. */
async function finish(
  db: Database,
  kept: readonly Settled[],
  { state, seconds }: { state: number; seconds: number },
  tx: Transaction,
): Promise<void> {
  await db.run(
    `/* system: webhooks */ UPDATE webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
     SET d.attempts = d.attempts + 1, d.last_status = a.status, d.last_cause = a.failure, d.last_ms = a.ms,
       d.last_attempt_at = a.started_at, d.state = :state, d.lease_token = NULL,
       d.visible_at = UTC_TIMESTAMP(3) + INTERVAL :microseconds MICROSECOND
     WHERE a.id IN (:ids) AND d.state = 0 AND d.lease_token IN (:tokens)`,
    {
      state,
      microseconds: Math.round(seconds * 1e6),
      ids: kept.map(({ id }) => id),
      tokens: [...new Set(kept.map(({ delivery }) => delivery.token))],
    },
    tx,
  );
}

/** A success and a refusal for good end it; what a person or a test asked for is tried once. */
function nextOf(delivery: ClaimedDelivery, outcome: AttemptOutcome): { state: number; seconds: number } {
  if (outcome.cause === null) return { state: DELIVERY_STATE.succeeded, seconds: 0 };
  const seconds =
    delivery.cause === 'event' && outcome.cause !== 'gone'
      ? secondsUntilRetry(delivery.attempts + 1, outcome.retryAfter, Math.random())
      : null;
  return seconds === null
    ? { state: DELIVERY_STATE.failed, seconds: 0 }
    : { state: DELIVERY_STATE.pending, seconds };
}
