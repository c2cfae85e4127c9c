import {
  checkCallbacks,
  checkPhones,
  checkSends,
  checkStatuses,
  type PhoneCounts,
} from './check-messages.ts';
import { checkDashboards, checkKeys, checkModels, checkTenants, checkWebhooks } from './check-reading.ts';
import { checkLimits, checkRetries, checkRevocations } from './cluster/check.ts';
import { type ClientRecord, failuresDuring, recordsOf } from './records.ts';
import type { Violation } from './rules.ts';

/** The verdict on one stack. */
export interface Verdict {
  violations: Violation[];
  counts: Counts;
  /** Server errors other than 503 that clients got, by what they asked and the failures at that time. */
  findings: Map<string, number>;
}

export interface Counts extends PhoneCounts {
  callbacks: number;
  sends: number;
  webhooks: number;
  events: number;
  modelCalls: number;
}

/** Reads what the clients wrote down, and nothing else, and states what must not have happened. */
export function check(records: readonly ClientRecord[]): Verdict {
  const phones = checkPhones(records);
  const violations = [
    ...checkCallbacks(records),
    ...checkSends(records),
    ...phones.violations,
    ...checkStatuses(records),
    ...checkWebhooks(records),
    ...checkDashboards(records),
    ...checkModels(records),
    ...checkKeys(records),
    ...checkTenants(records),
    ...checkRetries(records),
    ...checkRevocations(records),
    ...checkLimits(records),
    ...recordsOf(records, 'failure')
      .filter(({ recoveredAt }) => recoveredAt === null)
      .map(({ number, kind }) => ({ rule: 'not recovered' as const, what: `failure ${number}, ${kind}` })),
    ...recordsOf(records, 'unsettled').map(({ what }) => ({ rule: 'not settled' as const, what })),
  ];
  const acknowledged = new Set(
    recordsOf(records, 'callback')
      .filter(({ status }) => status === 200)
      .map(({ id }) => id),
  );
  return {
    violations,
    counts: {
      callbacks: acknowledged.size,
      sends: new Set(
        recordsOf(records, 'send').flatMap(({ status, id }) => (status === 201 && id ? [id] : [])),
      ).size,
      webhooks: recordsOf(records, 'webhook').filter(({ status }) => status === 200).length,
      events: recordsOf(records, 'event').length,
      modelCalls: recordsOf(records, 'model').filter(({ end }) => end === 'complete').length,
      ...phones.counts,
    },
    findings: serverErrors(records),
  };
}

/** Counts server errors other than 503: the product may answer them to a change whose commit is unknown. */
function serverErrors(records: readonly ClientRecord[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const record of records) {
    if (!('status' in record) || record.status === null || record.is === 'webhook') continue;
    if (record.status < 500 || record.status === 503) continue;
    const kinds = new Set(failuresDuring(records, /./, record.at, record.at).map(({ kind }) => kind));
    const during = [...kinds].toSorted().join(', ') || 'no failure';
    const key = `${record.status} to a ${record.is} during ${during}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}
