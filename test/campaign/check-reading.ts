import { type ClientRecord, failuresDuring, groupBy, recordsOf } from './records.ts';
import type { Violation } from './rules.ts';

/** Endpoints get each event, unchanged and signed. */
export function checkWebhooks(records: readonly ClientRecord[]): Violation[] {
  const violations: Violation[] = [];
  const received = recordsOf(records, 'webhook');
  for (const [id, ofOne] of groupBy(received, (one) => one.id)) {
    if (new Set(ofOne.map(({ digest }) => digest)).size > 1)
      violations.push({ rule: 'webhook changed', what: id });
    if (ofOne.some(({ isSigned }) => !isSigned)) violations.push({ rule: 'webhook unsigned', what: id });
  }
  const taken = received.filter(({ status }) => status === 200);
  const delivered = new Set(taken.map(({ tenant, platformId }) => `${tenant} ${platformId}`));
  for (const [id, ofOne] of groupBy(recordsOf(records, 'callback'), (one) => one.id)) {
    const { tenant, text } = ofOne[0] ?? { tenant: '', text: '' };
    const isAcknowledged = ofOne.some(({ status }) => status === 200);
    if (isAcknowledged && !delivered.has(`${tenant} ${id}`))
      violations.push({ rule: 'webhook missing', what: text });
  }
  for (const [contact, ofOne] of groupBy(taken, (one) => `${one.tenant} ${one.contact}`)) {
    const numbers = new Set(ofOne.map(({ conversationSeq }) => conversationSeq));
    const missing = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
      (number) => !numbers.has(number),
    );
    if (missing.length > 0)
      violations.push({
        rule: 'webhook missing',
        what: `${contact}: conversationSeq ${missing.slice(0, 5).join(', ')}`,
      });
  }
  return violations;
}

/** Dashboards apply every event in order, and all of them the same. */
export function checkDashboards(records: readonly ClientRecord[]): Violation[] {
  const violations: Violation[] = [];
  const latest = new Map(recordsOf(records, 'latest').map(({ tenant, seq }) => [tenant, seq]));
  const steps = [...recordsOf(records, 'event'), ...recordsOf(records, 'resync')];
  for (const [tenant, ofOne] of groupBy(steps, (one) => one.tenant)) {
    const events = ofOne.filter((one) => one.is === 'event');
    for (const [seq, same] of groupBy(events, (one) => String(one.seq))) {
      if (new Set(same.map(({ digest }) => digest)).size > 1)
        violations.push({ rule: 'event changed', what: `${tenant}: event ${seq}` });
    }
    // No event of a campaign is old enough to be deleted: a dashboard that has to start over was given a wrong number.
    for (const one of ofOne)
      if (one.is === 'resync')
        violations.push({
          rule: 'event gap',
          what: `${tenant}: sent from ${one.from} to ${one.to} without the events`,
        });
    const numbers = new Set(events.map(({ seq }) => seq));
    const first = Math.min(...numbers);
    const last = Math.max(latest.get(tenant) ?? 0, ...numbers);
    for (let seq = first; seq <= last; seq += 1)
      if (!numbers.has(seq))
        violations.push({ rule: 'event gap', what: `${tenant}: event ${seq} was never shown` });
  }
  for (const [dashboard, ofOne] of groupBy(recordsOf(records, 'event'), ({ dashboard }) => dashboard)) {
    for (const [index, { seq }] of ofOne.entries()) {
      const before = ofOne[index - 1];
      if (before && seq !== before.seq + 1)
        violations.push({ rule: 'event gap', what: `${dashboard}: ${before.seq}, then ${seq}` });
    }
  }
  return violations;
}

const HITS_MODEL = /^(kill|stop)-(inference|launcher)$/;

/** Model calls end clearly, and the quota counts them. */
export function checkModels(records: readonly ClientRecord[]): Violation[] {
  const violations: Violation[] = [];
  for (const { end, status, isStream, code, startedAt, at } of recordsOf(records, 'model')) {
    const what = `${isStream ? 'stream' : 'call'} of ${new Date(startedAt).toISOString()}: ${end}, ${status} ${code ?? ''}`;
    const wasHit = end === 'cut' && failuresDuring(records, HITS_MODEL, startedAt, at).length > 0;
    if (end !== 'complete' && end !== 'error' && !wasHit) violations.push({ rule: 'model end', what });
    if (status !== null && [400, 401, 403, 404].includes(status))
      violations.push({ rule: 'model refused', what });
  }
  const made = groupBy(recordsOf(records, 'model'), ({ key }) => key);
  for (const { key, calls } of recordsOf(records, 'usage')) {
    const ofKey = made.get(key) ?? [];
    const answered = ofKey.filter(({ end }) => end === 'complete').length;
    if (calls < answered || calls > ofKey.length) {
      const what = `${calls} calls counted, ${answered} answered, ${ofKey.length} made`;
      violations.push({ rule: 'model quota', what });
    }
  }
  return violations;
}

/** A revoked key works until it is revoked, and never again. */
export function checkKeys(records: readonly ClientRecord[]): Violation[] {
  const revoked = new Map(recordsOf(records, 'key-revoked').map(({ key, at }) => [key, at]));
  return recordsOf(records, 'key-use')
    .filter(({ key, startedAt, status }) => {
      const isRevoked = startedAt > (revoked.get(key) ?? Number.POSITIVE_INFINITY);
      return status !== null && status < 400 && isRevoked;
    })
    .map(({ startedAt, status }) => ({
      rule: 'revoked key' as const,
      what: `${status} at ${new Date(startedAt).toISOString()}`,
    }));
}

/** Texts name their workspace: no workspace is shown those of another. */
export function checkTenants(records: readonly ClientRecord[]): Violation[] {
  const violations: Violation[] = [];
  for (const record of records) {
    const isSeen =
      record.is === 'history' || record.is === 'event' || record.is === 'webhook' || record.is === 'phone';
    if (!isSeen) continue;
    const owner = /^(?:in|out) (\S+) /.exec(record.text ?? '')?.[1] ?? record.tenant;
    const named = record.is === 'webhook' ? record.ofTenant : record.tenant;
    if (owner !== record.tenant || named !== record.tenant)
      violations.push({
        rule: 'other tenant',
        what: `${record.is} of ${record.tenant}: ${record.text ?? named}`,
      });
  }
  return violations;
}
