import type { Bindings, Database } from '../../db/database.ts';
import { DELIVERY_STATE } from '../../features/webhook-deliveries/index.ts';
import type { AttemptOutcome } from '../../kernel/webhooks/attempt.ts';
import { secondsUntilRetry } from '../../kernel/webhooks/schedule.ts';
import type { ClaimedDelivery } from './delivery-claims.ts';

/** An attempt that has been made, and what it was made of. */
export interface Settled {
  /** Of its row in the log, made once: a commit whose answer was lost is tried again, and adds nothing then. */
  id: Buffer;
  delivery: ClaimedDelivery;
  outcome: AttemptOutcome;
  remoteAddress: string | null;
}

/**
 * Writes down attempts, many in one transaction: the log, and what becomes of each delivery. A delivery
 * whose lease was lost meanwhile keeps what its new owner makes of it; the attempt is in the log all the same.
 */
export async function settleDeliveries(database: Database, settled: readonly Settled[]): Promise<void> {
  const attempts: Bindings = {};
  const rows = settled.map(({ id, delivery, outcome, remoteAddress }, index) => {
    Object.assign(attempts, {
      [`id${index}`]: id,
      [`tenant${index}`]: delivery.scope.key,
      [`delivery${index}`]: delivery.id,
      [`number${index}`]: delivery.attempts + 1,
      [`cause${index}`]: delivery.cause,
      [`at${index}`]: outcome.startedAt,
      [`ms${index}`]: outcome.milliseconds,
      [`status${index}`]: outcome.status,
      [`failure${index}`]: outcome.cause,
      [`detail${index}`]: outcome.detail,
      [`address${index}`]: remoteAddress,
      [`asked${index}`]: JSON.stringify(outcome.requestHeaders),
      [`answered${index}`]: JSON.stringify(outcome.responseHeaders),
      [`body${index}`]: outcome.responseBody,
      [`cut${index}`]: outcome.isBodyCut ? 1 : 0,
    });
    return `(${ATTEMPT_COLUMNS.map((name) => `:${name}${index}`).join(', ')})`;
  });
  const changes: Bindings = {};
  const changed = settled.map(({ delivery, outcome }, index) => {
    const next = nextOf(delivery, outcome);
    Object.assign(changes, {
      [`id${index}`]: delivery.id,
      [`token${index}`]: delivery.token,
      [`state${index}`]: next.state,
      [`wait${index}`]: next.seconds,
      [`status${index}`]: outcome.status,
      [`failure${index}`]: outcome.cause,
      [`ms${index}`]: outcome.milliseconds,
      [`at${index}`]: outcome.startedAt,
    });
    return `SELECT CAST(:id${index} AS BINARY(16)) AS id, CAST(:token${index} AS BINARY(16)) AS token, :state${index} AS state, :wait${index} AS wait,
      :status${index} AS status, :failure${index} AS failure, :ms${index} AS ms, :at${index} AS at`;
  });
  await database.transaction(async (tx) => {
    await database.run(
      `INSERT INTO webhook_attempts
         (id, tenant_id, delivery_id, number, cause, started_at, ms, status, failure, detail, remote_address,
          request_headers, response_headers, response_body, is_body_cut)
       VALUES ${rows.join(', ')} ON DUPLICATE KEY UPDATE tenant_id = webhook_attempts.tenant_id`,
      attempts,
      tx,
    );
    await database.run(
      `/* system: webhooks */ UPDATE webhook_deliveries d JOIN (${changed.join(' UNION ALL ')}) v ON d.id = v.id
       SET d.attempts = d.attempts + 1, d.last_status = v.status, d.last_cause = v.failure, d.last_ms = v.ms,
         d.last_attempt_at = v.at, d.state = v.state, d.lease_token = NULL,
         d.visible_at = UTC_TIMESTAMP(3) + INTERVAL v.wait * 1000000 MICROSECOND
       WHERE d.state = 0 AND d.lease_token = v.token`,
      changes,
      tx,
    );
  });
}

const ATTEMPT_COLUMNS = [
  'id',
  'tenant',
  'delivery',
  'number',
  'cause',
  'at',
  'ms',
  'status',
  'failure',
  'detail',
  'address',
  'asked',
  'answered',
  'body',
  'cut',
];

/** A success and a refusal for good end it; what a person or a test asked for is tried once. */
function nextOf(delivery: ClaimedDelivery, outcome: AttemptOutcome): { state: number; seconds: number } {
  if (outcome.cause === null) return { state: DELIVERY_STATE.succeeded, seconds: 0 };
  const seconds =
    delivery.cause === 'event' && outcome.cause !== 'gone'
      ? secondsUntilRetry(
          delivery.attempts + 1,
          { cause: outcome.cause, retryAfter: outcome.retryAfter },
          Math.random(),
        )
      : null;
  return seconds === null
    ? { state: DELIVERY_STATE.failed, seconds: 0 }
    : { state: DELIVERY_STATE.pending, seconds };
}
