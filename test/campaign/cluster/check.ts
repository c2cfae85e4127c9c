import { type ClientRecord, failuresDuring, groupBy, type RecordOf, recordsOf } from '../records.ts';
import type { Violation } from '../rules.ts';

/** One request of a client, with the ones that repeat it. */
interface Tried {
  what: string;
  attempts: { isRight: boolean; startedAt: number; at: number }[];
}

/** How many requests were made during rolling restarts, and how many of them had to be repeated. */
export interface RetryCounts {
  requests: number;
  repeated: number;
}

/** A request that fails during a rolling restart succeeds when it is repeated once. */
export function checkRetries(records: readonly ClientRecord[]): Violation[] {
  return requestsDuringRestarts(records).flatMap(({ what, attempts }) => {
    const inVain = attempts.filter(
      ({ isRight }, index) => index > 0 && !isRight && attempts[index - 1]?.isRight === false,
    );
    return inVain.map(() => ({ rule: 'retry in vain' as const, what }));
  });
}

/** Counts the requests during rolling restarts, for the report. */
export function countRetries(records: readonly ClientRecord[]): RetryCounts {
  const tried = requestsDuringRestarts(records);
  return {
    requests: tried.length,
    repeated: tried.filter(({ attempts }) => attempts[0]?.isRight === false).length,
  };
}

/** A revoked key and an ended session work at no server a second after the answer. */
const REVOKED_WITHIN_MS = 1_000;

export function checkRevocations(records: readonly ClientRecord[]): Violation[] {
  return recordsOf(records, 'revocation')
    .filter(({ ms }) => ms > REVOKED_WITHIN_MS)
    .map(({ what, ms }) => ({ rule: 'revoked late', what: `${what} after ${ms} ms` }));
}

/** All servers together allow what the limit says, not each of them. */
export function checkLimits(records: readonly ClientRecord[]): Violation[] {
  return recordsOf(records, 'limit')
    .filter(({ limit, allowed }) => allowed !== limit)
    .map(({ limit, allowed }) => ({ rule: 'limit per server', what: `${allowed} sign-ins, limit ${limit}` }));
}

/** Returns all requests of API clients and of the platform that were made while nothing but a restart went on. */
function requestsDuringRestarts(records: readonly ClientRecord[]): Tried[] {
  const restarts = recordsOf(records, 'failure').filter(({ kind }) => kind === 'restart-servers');
  if (restarts.length === 0) return [];
  const isInRestart = ({ startedAt, at }: { startedAt: number; at: number }) =>
    restarts.some((restart) => restart.at <= startedAt && at <= restart.clearedAt) &&
    failuresDuring(records, /^(?!restart-servers$)/, startedAt, at).length === 0;
  return [...reads(records), ...callbacks(records), ...sends(records)]
    .map(({ what, attempts }) => ({ what, attempts: attempts.filter(isInRestart) }))
    .filter(({ attempts }) => attempts.length > 0);
}

function reads(records: readonly ClientRecord[]): Tried[] {
  const tried: Tried[] = [];
  const last = new Map<string, Tried>();
  for (const { tenant, path, status, isRetry, startedAt, at } of recordsOf(records, 'read')) {
    const what = `GET ${path} of ${tenant}`;
    const attempt = { isRight: status === 200, startedAt, at };
    const before = last.get(what);
    if (isRetry && before) before.attempts.push(attempt);
    else {
      const one = { what, attempts: [attempt] };
      last.set(what, one);
      tried.push(one);
    }
  }
  return tried;
}

function callbacks(records: readonly ClientRecord[]): Tried[] {
  return [...groupBy(recordsOf(records, 'callback'), ({ id }) => id).values()].map((ofOne) => ({
    what: ofOne[0]?.text ?? '',
    attempts: ofOne.map(({ status, at }) => ({ isRight: status === 200, startedAt: at, at })),
  }));
}

/** Sends with a key: a client may repeat only those. */
function sends(records: readonly ClientRecord[]): Tried[] {
  const keyed = recordsOf(records, 'send').filter(({ key }) => key !== null);
  return [...groupBy(keyed, ({ text }) => text).values()].map((ofOne) => ({
    what: ofOne[0]?.text ?? '',
    attempts: ofOne.map(({ startedAt, at, ...answer }) => ({ isRight: isRightSend(answer), startedAt, at })),
  }));
}

/** The first attempt is still being carried out: the next one gets its answer. */
function isRightSend({ status, code }: Pick<RecordOf<'send'>, 'status' | 'code'>): boolean {
  return status === 201 || (status === 409 && code === 'idempotency_in_progress');
}
