import { climbs, type MessageStatus } from '../../shared/domain/message-status.ts';
import { type ClientRecord, failuresDuring, groupBy, type RecordOf, recordsOf } from './records.ts';
import type { Violation } from './rules.ts';

const whose = ({ tenant, customer }: { tenant: string; customer: string }) => `${tenant} ${customer}`;

/** Callbacks that were answered with 200 are in the history, once, in their order. */
export function checkCallbacks(records: readonly ClientRecord[]): Violation[] {
  const violations: Violation[] = [];
  const histories = historiesOf(records);
  for (const [owner, attempts] of groupBy(recordsOf(records, 'callback'), whose)) {
    const inbound = (histories.get(owner) ?? []).filter(({ direction }) => direction === 'inbound');
    const places = groupBy(inbound.keys(), (place) => inbound[place]?.platformId ?? '');
    let last = -1;
    for (const [id, ofOne] of groupBy(attempts, (attempt) => attempt.id)) {
      const { text } = ofOne[0] as RecordOf<'callback'>;
      const isAcknowledged = ofOne.some(({ status }) => status === 200);
      const found = places.get(id) ?? [];
      if (isAcknowledged && found.length === 0) violations.push({ rule: 'callback lost', what: text });
      if (found.length > 1) violations.push({ rule: 'callback twice', what: text });
      if (found[0] === undefined) continue;
      if (found[0] < last) violations.push({ rule: 'callback order', what: text });
      last = found[0];
    }
  }
  return violations;
}

/** The outcomes that a correct send may have. A 404 or 403 would be wrong at any time. */
const SEND_ANSWERS = [201, 500, 503, null];

/** Sends that were answered with 201 are in the history and reached the phone; none is stored twice. */
export function checkSends(records: readonly ClientRecord[]): Violation[] {
  const violations: Violation[] = [];
  const histories = historiesOf(records);
  // A status of the platform proves it too, if the server was killed before it had the answer.
  const reached = new Set(
    [...recordsOf(records, 'phone'), ...recordsOf(records, 'status')].map(({ opaque }) => opaque),
  );
  for (const [owner, attempts] of groupBy(recordsOf(records, 'send'), whose)) {
    const outbound = (histories.get(owner) ?? []).filter(({ direction }) => direction === 'outbound');
    const byText = groupBy(outbound, ({ text }) => text ?? '');
    for (const [text, ofOne] of groupBy(attempts, (attempt) => attempt.text)) {
      const stored = byText.get(text) ?? [];
      const answers = ofOne.filter(({ status }) => status === 201).map(({ id }) => id ?? '');
      for (const { status, code } of ofOne) {
        const isBusy = status === 409 && code === 'idempotency_in_progress';
        if (!isBusy && !SEND_ANSWERS.includes(status))
          violations.push({ rule: 'send answer', what: `${text}: ${status} ${code}` });
      }
      if (stored.length > 1)
        violations.push({ rule: 'send twice', what: `${text}: ${stored.length} messages` });
      if (new Set(answers).size > 1)
        violations.push({ rule: 'send twice', what: `${text}: two ids under one key` });
      for (const id of new Set(answers)) {
        if (!stored.some((one) => one.id === id))
          violations.push({ rule: 'send lost', what: `${text}: not stored` });
        else if (!reached.has(id))
          violations.push({ rule: 'send lost', what: `${text}: never at the phone` });
      }
      const isRefused = ofOne.every(({ status }) => status === 503);
      if (isRefused && stored.length > 0) violations.push({ rule: 'send in spite of 503', what: text });
    }
  }
  return violations;
}

export interface PhoneCounts {
  /** Sends that the platform accepted. */
  phones: number;
  /** Sends that it accepted twice because the outcome of the first was unknown. */
  doubles: number;
}

/** Failures that can keep the server from knowing the platform's answer, or from storing it. */
const HIDES_OUTCOME = /^(kill|stop)-(server|one-server|database|launcher|node)$|^cut-|^disk-full$|^clock-/;
/** How long after the acceptance its outcome is stored at the latest, when nothing is wrong. */
const STORED_WITHIN_MS = 3_000;
/** How long after a 200 to its callback a status is processed, when nothing is wrong. */
const PROCESSED_WITHIN_MS = 5_000;

/** How long a send may have been on its way when the product shows that the one before it had arrived. */
const UNDER_WAY_MS = 2_000;

/** Phones get each message once, in order, and none that is not in the history. */
export function checkPhones(records: readonly ClientRecord[]): {
  violations: Violation[];
  counts: PhoneCounts;
} {
  const violations: Violation[] = [];
  const accepted = recordsOf(records, 'phone').toSorted((a, b) => a.at - b.at);
  const statuses = groupBy(
    recordsOf(records, 'status').filter(({ status }) => status === 200),
    ({ wamid }) => wamid,
  );
  const stored = new Set(recordsOf(records, 'history').map(({ id }) => id));
  const shownAt = new Map<string, number>();
  for (const { message, word, at } of recordsOf(records, 'event')) {
    if (message === undefined || !['sent', 'delivered', 'read'].includes(word ?? '')) continue;
    shownAt.set(message, Math.min(at, shownAt.get(message) ?? at));
  }
  let doubles = 0;
  for (const [opaque, ofOne] of groupBy(accepted, (one) => one.opaque)) {
    const text = ofOne[0]?.text ?? '';
    if (!stored.has(opaque)) violations.push({ rule: 'phone unknown', what: text });
    for (const [index, again] of ofOne.slice(1).entries()) {
      const before = ofOne[index] as RecordOf<'phone'>;
      const isShown = (shownAt.get(opaque) ?? again.at) + UNDER_WAY_MS < again.at;
      const isUnknown = !isShown && wasUnknown(records, before, again, statuses.get(before.wamid) ?? []);
      if (isUnknown) doubles += 1;
      else violations.push({ rule: 'phone twice', what: `${text}: ${again.at - before.at} ms later` });
    }
  }
  const firsts = [...groupBy(accepted, ({ opaque }) => opaque).values()].map(
    (ofOne) => ofOne[0]?.opaque ?? '',
  );
  const placeOf = new Map(firsts.map((opaque, place) => [opaque, place]));
  const answered = recordsOf(records, 'send').filter(({ status, id }) => status === 201 && id !== undefined);
  for (const ofOne of groupBy(answered, whose).values()) {
    const inOrder = ofOne.toSorted((a, b) => a.n - b.n);
    let last = -1;
    for (const { id, text } of inOrder) {
      const place = placeOf.get(id ?? '');
      if (place === undefined) continue;
      if (place < last) violations.push({ rule: 'phone order', what: text });
      last = Math.max(last, place);
    }
  }
  return { violations, counts: { phones: accepted.length, doubles } };
}

/** Whether the product could not know that the platform had accepted a message when it sent it again. */
function wasUnknown(
  records: readonly ClientRecord[],
  before: RecordOf<'phone'>,
  again: RecordOf<'phone'>,
  statuses: readonly RecordOf<'status'>[],
): boolean {
  const hidden = (from: number, to: number) => failuresDuring(records, HIDES_OUTCOME, from, to).length > 0;
  if (before.isAnswered && !hidden(before.at, before.at + STORED_WITHIN_MS)) return false;
  // Nor had a status of it arrived and been processed.
  return !statuses.some(({ at }) => at + PROCESSED_WITHIN_MS < again.at && !hidden(at, again.at));
}

/** A message's status only climbs, and ends at what the platform has reported. */
export function checkStatuses(records: readonly ClientRecord[]): Violation[] {
  const violations: Violation[] = [];
  const shown = recordsOf(records, 'event').filter(({ word }) => word !== undefined);
  for (const events of groupBy(shown, ({ message }) => message ?? '').values()) {
    const inOrder = events.toSorted((a, b) => a.seq - b.seq);
    for (const [index, { seq, word, message }] of inOrder.entries()) {
      const before = inOrder[index - 1];
      if (before && before.seq !== seq && climbs(word as MessageStatus, before.word as MessageStatus))
        violations.push({
          rule: 'status down',
          what: `${message}: ${before.word}, then ${word} (event ${seq})`,
        });
    }
  }
  const reported = groupBy(
    recordsOf(records, 'status').filter(({ status }) => status === 200),
    ({ opaque }) => opaque,
  );
  for (const { id, word, text } of recordsOf(records, 'history')) {
    for (const report of reported.get(id) ?? []) {
      if (climbs(word as MessageStatus, report.word as MessageStatus))
        violations.push({ rule: 'status wrong', what: `${text}: ${word}, reported ${report.word}` });
    }
  }
  return violations;
}

function historiesOf(records: readonly ClientRecord[]): Map<string, RecordOf<'history'>[]> {
  return groupBy(recordsOf(records, 'history'), whose);
}
