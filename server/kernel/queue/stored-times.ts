/**
 * The meaning of a stored time of the database's clock, which decides how it follows a step back:
 * - `queue`: a row of a queue. Without a lease token it is a due time, with one the end of a lease.
 * - `due`: work waits until then. A time that is too early costs one early attempt.
 * - `lease`: a right that ends then. It may never end early for an owner who got it after the step.
 * - `past`: something happened then, and code computes how long ago it was.
 */
export type StoredTime = { table: string; column: string; where?: string } & (
  | { is: 'queue' | 'lease'; seconds: number }
  | { is: 'due' }
  | { is: 'past' }
);

/** Leases that are written while a step is handled can appear longer by up to this much. */
const SLACK_SECONDS = 30;
/** The same for past times, where an error is harmless. */
const PAST_SLACK_SECONDS = 2;
const NOW = 'UTC_TIMESTAMP(3)';

/**
 * Returns the statement that moves one stored time back by `:step` microseconds. A row that was written after
 * the step is not changed, except an unleased due time in the future, which cannot be distinguished from an
 * older one: it is early, once.
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
  // A lease from before the step ends later than any current lease can.
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
