import type { QueueTable } from './claim.ts';

/**
 * The longest lease that each queue hands out, in seconds. `createWorker` refuses a longer one. A clock step
 * tells leases from before the step by this length, so a value that is too small would cut leases short.
 */
export const LONGEST_LEASE: Record<QueueTable | 'webhook_deliveries', number> = {
  work_lanes: 10,
  outbound_sends: 60,
  jobs: 60,
  template_syncs: 300,
  media_fetches: 60,
  webhook_deliveries: 90,
};

/**
 * What a stored time of the database's clock means, and so how it follows a step back:
 * - `queue`: a row of a queue. Without a lease token it is a due time, with one the end of a lease.
 * - `due`: work waits until then. Too early costs one early attempt.
 * - `lease`: a right that ends then. It may never end early for an owner who got it after the step.
 * - `past`: something happened then, and code computes how long ago that was.
 */
export type StoredTime = { table: string; column: string; where?: string } & (
  | { is: 'queue' | 'lease'; seconds: number }
  | { is: 'due' }
  | { is: 'past' }
);

/**
 * Every stored time that work waits for. A step of the database's clock moves all of them
 * (clock-steps.ts); test/architecture/stored-times.test.ts fails for a column that is missing here.
 */
export const STORED_TIMES: readonly StoredTime[] = [
  ...Object.entries(LONGEST_LEASE).map(([table, seconds]): StoredTime => {
    return { table, column: 'visible_at', where: 'state = 0', is: 'queue', seconds };
  }),
  { table: 'webhook_endpoints', column: 'resting_until', is: 'due' },
  // The right to probe a closed lane; the pause itself is as long or longer (flows/send-pauses.repository.ts).
  { table: 'send_pauses', column: 'probe_at', is: 'lease', seconds: 25 },
  { table: 'idempotency_keys', column: 'lease_until', where: 'state = 0', is: 'lease', seconds: 60 },
  { table: 'socket_tickets', column: 'expires_at', is: 'lease', seconds: 30 },
  // A send whose outcome is unknown waits until its handover is some seconds ago.
  { table: 'outbound_sends', column: 'handed_over_at', is: 'past' },
  // These order fetches, requests and notices: one in the future would repeat or hold back fetches.
  { table: 'template_syncs', column: 'asked_at', is: 'past' },
  { table: 'template_syncs', column: 'synced_at', is: 'past' },
  { table: 'template_syncs', column: 'problem_at', is: 'past' },
  { table: 'templates', column: 'noticed_at', is: 'past' },
  { table: 'templates', column: 'seen_at', is: 'past' },
  // A worker that ended before the step would count as alive until the clock has caught up.
  { table: 'inference_workers', column: 'seen_at', is: 'past' },
];

/** Leases that were written while a step is being handled look this much longer at most. */
const SLACK_SECONDS = 30;
/** The same for times that passed; a mistake there does no harm. */
const PAST_SLACK_SECONDS = 2;
const NOW = 'UTC_TIMESTAMP(3)';

/**
 * Returns the statement that moves one stored time back by `:step` microseconds. A row that was written
 * after the step stays as it is, except an unleased due time in the future, which nothing distinguishes from
 * an older one: it comes early, once.
 */
export function stepBackStatement(time: StoredTime): string {
  const { table, column, where } = time;
  const moved = `${column} - INTERVAL :step MICROSECOND`;
  const { value, condition } = ruleOf(time, moved);
  return `/* system: clock-step */ UPDATE ${table} SET ${column} = ${value}
    WHERE ${where ? `${where} AND ` : ''}${condition}`;
}

function ruleOf(time: StoredTime, moved: string): { value: string; condition: string } {
  const { column } = time;
  const isLater = (seconds: number) => `${column} > ${NOW} + INTERVAL ${seconds} SECOND`;
  if (time.is === 'due') return { value: moved, condition: `${column} > ${NOW}` };
  if (time.is === 'past') return { value: `LEAST(${moved}, ${NOW})`, condition: isLater(PAST_SLACK_SECONDS) };
  // A lease from before the step ends later than any lease of now can.
  const lease = {
    value: `LEAST(${moved}, ${NOW} + INTERVAL ${time.seconds} SECOND)`,
    condition: isLater(time.seconds + SLACK_SECONDS),
  };
  if (time.is === 'lease') return lease;
  return {
    value: `IF(lease_token IS NULL, ${moved}, ${lease.value})`,
    condition: `${column} > ${NOW} AND (lease_token IS NULL OR ${lease.condition})`,
  };
}
