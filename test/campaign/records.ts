import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureKind } from './plan.ts';

/**
 * What the clients of the product wrote down while they used it, one line each. `at` is the Unix time in
 * milliseconds at which the outcome was known. A `status` of null: no complete answer.
 */
export type ClientRecord =
  /** An attempt of the platform to hand over a customer's message. `n` counts the customer's messages. */
  | {
      is: 'callback';
      tenant: string;
      customer: string;
      n: number;
      id: string;
      text: string;
      status: number | null;
      at: number;
    }
  /** An attempt of an API client to send a message. Attempts with one `key` are repetitions. */
  | {
      is: 'send';
      tenant: string;
      customer: string;
      n: number;
      text: string;
      key: string | null;
      status: number | null;
      code?: string;
      id?: string;
      startedAt: number;
      at: number;
    }
  /** A message that the platform accepted for a phone. `isAnswered`: the whole answer was handed over. */
  | {
      is: 'phone';
      tenant: string;
      customer: string;
      opaque: string;
      text: string;
      wamid: string;
      isAnswered: boolean;
      at: number;
    }
  /** A status of a message that the platform reported, with the answer to its callback. */
  | {
      is: 'status';
      tenant: string;
      wamid: string;
      opaque: string;
      word: string;
      status: number | null;
      at: number;
    }
  /** A delivery at a webhook receiver. `status`: what it answered. */
  | {
      is: 'webhook';
      tenant: string;
      id: string;
      digest: string;
      isSigned: boolean;
      contact: string;
      conversationSeq: number;
      type: string;
      message: string;
      platformId: string | null;
      text: string | null;
      ofTenant: string;
      status: number | null;
      at: number;
    }
  /** An event as an open dashboard applied it, in its order. */
  | {
      is: 'event';
      dashboard: string;
      tenant: string;
      seq: number;
      name: string;
      digest: string;
      message?: string;
      word?: string;
      text?: string | null;
      at: number;
    }
  /** A list or history that an API client read; `isRetry`: a moment after the same request had failed. */
  | {
      is: 'read';
      tenant: string;
      path: string;
      status: number | null;
      isRetry: boolean;
      startedAt: number;
      at: number;
    }
  /** A dashboard lost its socket and has another one, `ms` later. */
  | { is: 'reconnect'; tenant: string; dashboard: string; ms: number; at: number }
  /** How long after its answer a revocation at one server took effect at the last of all servers. */
  | { is: 'revocation'; what: 'key' | 'session' | 'socket'; ms: number; at: number }
  /** How many sign-ins of one address all servers together allowed, and what the limit is. */
  | { is: 'limit'; limit: number; allowed: number; at: number }
  /** A dashboard had to load everything again: it continues from `to`. */
  | { is: 'resync'; tenant: string; from: number; to: number; at: number }
  /** A call of the model. `end`: how it ended for the caller. */
  | {
      is: 'model';
      key: string;
      isStream: boolean;
      status: number | null;
      end: 'complete' | 'error' | 'cut' | 'hang' | 'unclear';
      code?: string;
      startedAt: number;
      at: number;
    }
  /** A request with a key that is revoked at some time. */
  | { is: 'key-use'; key: string; status: number | null; startedAt: number; at: number }
  | { is: 'key-revoked'; key: string; at: number }
  /** A failure: injected at `at`, ended at `clearedAt`, and its process ready again at `recoveredAt`. */
  | {
      is: 'failure';
      number: number;
      kind: FailureKind;
      at: number;
      clearedAt: number;
      recoveredAt: number | null;
      note?: string;
    }
  /** After everything has settled: a message of a customer's history, oldest first. */
  | {
      is: 'history';
      tenant: string;
      customer: string;
      id: string;
      direction: string;
      text: string | null;
      platformId: string | null;
      word: string;
    }
  /** After everything has settled: the calls that the product counted for a model key. */
  | { is: 'usage'; key: string; calls: number }
  /** After everything has settled: the workspace's latest event. */
  | { is: 'latest'; tenant: string; seq: number }
  /** The campaign stopped waiting before this was done. */
  | { is: 'unsettled'; what: string; at: number };

export type RecordOf<Is extends ClientRecord['is']> = Extract<ClientRecord, { is: Is }>;

export interface Journal {
  write(record: ClientRecord): void;
}

/** Opens a file that is only appended to. A client writes down an outcome before it does anything else. */
export function openJournal(folder: string, name: string): Journal {
  const file = join(folder, `${name}.ndjson`);
  appendFileSync(file, '');
  return { write: (record) => appendFileSync(file, `${JSON.stringify(record)}\n`) };
}

export function readJournals(folder: string, names: readonly string[]): ClientRecord[] {
  return names.flatMap((name) =>
    readFileSync(join(folder, `${name}.ndjson`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ClientRecord),
  );
}

/** Returns the records of one type. */
export function recordsOf<Is extends ClientRecord['is']>(
  records: readonly ClientRecord[],
  is: Is,
): RecordOf<Is>[] {
  return records.filter((record): record is RecordOf<Is> => record.is === is);
}

/** Groups values by a key, keeping their order. */
export function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** What a failure breaks ends a little later than the failure is seen to end. */
const AFTERMATH_MS = 3_000;

/** Returns the failures of some kinds that were going on in a span of time. */
export function failuresDuring(
  records: readonly ClientRecord[],
  kinds: RegExp,
  from: number,
  to: number,
): RecordOf<'failure'>[] {
  return recordsOf(records, 'failure').filter(
    (failure) =>
      kinds.test(failure.kind) &&
      failure.at - 200 <= to &&
      Math.max(failure.clearedAt, failure.recoveredAt ?? 0) + AFTERMATH_MS >= from,
  );
}
