import { describe, expect, it } from 'vitest';
import { check } from './checker.ts';
import { type FailureKind, kindsOf, planFailures } from './plan.ts';
import type { ClientRecord, RecordOf } from './records.ts';
import { RULES, type Rule } from './rules.ts';

const T0 = 1_800_000_000_000;
const OURS = { tenant: 'one', customer: '15550120000' };

function callback(n: number, change: Partial<RecordOf<'callback'>> = {}): ClientRecord {
  return {
    is: 'callback',
    ...OURS,
    n,
    id: `wamid.${n}`,
    text: `in one ${n}`,
    status: 200,
    at: T0 + n,
    ...change,
  };
}
function inbound(n: number, change: Partial<RecordOf<'history'>> = {}): ClientRecord {
  const message = { id: `msg_in${n}`, text: `in one ${n}`, platformId: `wamid.${n}`, word: 'received' };
  return { is: 'history', ...OURS, direction: 'inbound', ...message, ...change };
}
function send(n: number, change: Partial<RecordOf<'send'>> = {}): ClientRecord {
  const asked = { n, text: `out one ${n}`, key: `key ${n}`, startedAt: T0 + n };
  return { is: 'send', ...OURS, ...asked, status: 201, id: `msg_out${n}`, at: T0 + n, ...change };
}
function outbound(n: number, change: Partial<RecordOf<'history'>> = {}): ClientRecord {
  const message = { id: `msg_out${n}`, text: `out one ${n}`, platformId: `wamid.o${n}`, word: 'delivered' };
  return { is: 'history', ...OURS, direction: 'outbound', ...message, ...change };
}
function phone(n: number, change: Partial<RecordOf<'phone'>> = {}): ClientRecord {
  const taken = { opaque: `msg_out${n}`, text: `out one ${n}`, wamid: `wamid.o${n}`, isAnswered: true };
  return { is: 'phone', ...OURS, ...taken, at: T0 + n, ...change };
}
function status(n: number, word: string, change: Partial<RecordOf<'status'>> = {}): ClientRecord {
  const ofWhat = { wamid: `wamid.o${n}`, opaque: `msg_out${n}` };
  return { is: 'status', tenant: 'one', ...ofWhat, word, status: 200, at: T0 + n + 5, ...change };
}
function webhook(n: number, change: Partial<RecordOf<'webhook'>> = {}): ClientRecord {
  const event = {
    id: `evt_${n}`,
    digest: `bytes ${n}`,
    contact: 'ct_1',
    conversationSeq: n,
    type: 'message.received',
  };
  const message = { message: `msg_in${n}`, platformId: `wamid.${n}`, text: `in one ${n}`, ofTenant: 'one' };
  return {
    is: 'webhook',
    tenant: 'one',
    ...event,
    ...message,
    isSigned: true,
    status: 200,
    at: T0 + n,
    ...change,
  };
}
function shown(dashboard: string, seq: number, change: Partial<RecordOf<'event'>> = {}): ClientRecord {
  const what = { name: 'message.updated', digest: `event ${seq}`, message: 'msg_out1', text: 'out one 1' };
  const word = ['queued', 'sent', 'delivered'][seq - 1] ?? 'delivered';
  return { is: 'event', dashboard, tenant: 'one', seq, ...what, word, at: T0 + seq, ...change };
}
function model(change: Partial<RecordOf<'model'>> = {}): ClientRecord {
  const times = { startedAt: T0, at: T0 + 100 };
  return { is: 'model', key: 'model key', isStream: true, status: 200, end: 'complete', ...times, ...change };
}
function failure(kind: FailureKind, change: Partial<RecordOf<'failure'>> = {}): ClientRecord {
  return { is: 'failure', number: 1, kind, at: T0, clearedAt: T0 + 100, recoveredAt: T0 + 200, ...change };
}

/** A list that was read during a rolling restart. */
function read(change: Partial<RecordOf<'read'>> = {}): ClientRecord {
  const times = { startedAt: T0 + 31_000, at: T0 + 31_010 };
  return { is: 'read', tenant: 'one', path: '/contacts', status: 200, isRetry: false, ...times, ...change };
}
const restart = (at: number) =>
  failure('restart-servers', { at, clearedAt: at + 10_000, recoveredAt: at + 10_000 });

/** What clients write down when nothing is wrong. */
const WELL: readonly ClientRecord[] = [
  ...[callback(1, { status: null }), callback(1), callback(2)],
  ...[inbound(1), inbound(2)],
  ...[send(1, { status: 503, id: undefined }), send(1), send(2)],
  ...[outbound(1), outbound(2), phone(1), phone(2)],
  ...[status(1, 'sent'), status(1, 'delivered'), status(2, 'delivered')],
  ...[webhook(1), webhook(2)],
  ...[1, 2, 3].flatMap((seq) => [shown('one 1', seq), shown('one 2', seq)]),
  { is: 'latest', tenant: 'one', seq: 3 },
  ...[model(), model({ status: 503, end: 'error', code: 'engine_ended' })],
  { is: 'usage', key: 'model key', calls: 1 },
  { is: 'key-use', key: 'old key', status: 200, startedAt: T0, at: T0 + 1 },
  { is: 'key-revoked', key: 'old key', at: T0 + 2 },
  { is: 'key-use', key: 'old key', status: 401, startedAt: T0 + 3, at: T0 + 4 },
  failure('kill-engine', { at: T0 + 50_000, clearedAt: T0 + 50_000, recoveredAt: T0 + 51_000 }),
  ...[restart(T0 + 30_000), read(), read({ status: 503 }), read({ isRetry: true })],
  { is: 'revocation', what: 'key', ms: 900, at: T0 },
  { is: 'limit', limit: 30, allowed: 30, at: T0 },
];
const without = (is: ClientRecord['is'], text: string) =>
  WELL.filter((record) => record.is !== is || !('text' in record) || record.text !== text);
const later = { at: T0 + 70_000 };

/** For each rule, records of clients that have seen it broken. */
const BROKEN: Record<Rule, ClientRecord[][]> = {
  'callback lost': [without('history', 'in one 2')],
  'callback twice': [[...WELL, inbound(2, { id: 'msg_again' })]],
  'callback order': [[...without('history', 'in one 1'), inbound(1)]],
  'send lost': [
    without('history', 'out one 2'),
    // Neither its send nor a status about it was seen at the platform.
    without('phone', 'out one 2').filter((record) => record.is !== 'status' || record.opaque !== 'msg_out2'),
  ],
  'send twice': [
    [...WELL, outbound(2, { id: 'msg_again' })],
    [...WELL, send(2, { id: 'msg_other' })],
  ],
  'send in spite of 503': [
    [...WELL, send(3, { status: 503, id: undefined, key: null }), outbound(3), phone(3)],
  ],
  'send answer': [
    [...WELL, send(2, { status: 401, code: 'unauthorized', id: undefined })],
    [...WELL, send(2, { status: 409, code: 'idempotency_conflict', id: undefined })],
  ],
  'phone twice': [
    [...WELL, phone(2, later)],
    // The answer was lost, but a status had arrived long before.
    [...without('phone', 'out one 2'), phone(2, { isAnswered: false }), phone(2, later)],
    // The server was killed, but dashboards had been shown that it was sent.
    [
      ...[...without('phone', 'out one 1'), phone(1, { isAnswered: false }), failure('kill-server')],
      phone(1, later),
    ],
    // A failure, but none that hides an outcome.
    [...WELL, failure('kill-engine'), phone(2, later)],
  ],
  'phone order': [[...without('phone', 'out one 1'), phone(1, { at: T0 + 900 })]],
  'phone unknown': [[...WELL, phone(9)]],
  'status down': [[...WELL, shown('one 1', 4, { word: 'sent' }), shown('one 2', 4, { word: 'sent' })]],
  'status wrong': [[...WELL, status(2, 'read')]],
  'webhook missing': [without('webhook', 'in one 2'), [...WELL, webhook(4)]],
  'webhook changed': [[...WELL, webhook(1, { digest: 'other bytes' })]],
  'webhook unsigned': [[...WELL, webhook(1, { isSigned: false })]],
  'event gap': [
    [...WELL, shown('one 1', 5)],
    [...WELL, { is: 'latest', tenant: 'one', seq: 4 }],
    [...WELL, shown('one 1', 4), { is: 'resync', tenant: 'one', from: 4, to: 9, at: T0 }],
  ],
  'event changed': [[...WELL, shown('one 1', 4), shown('one 2', 4, { digest: 'another event' })]],
  'model end': [
    [...WELL, model({ end: 'hang', status: null })],
    [...WELL, model({ end: 'unclear' })],
    [...WELL, model({ end: 'cut' }), failure('kill-engine')],
  ],
  'model refused': [[...WELL, model({ end: 'error', status: 401, code: 'invalid_api_key' })]],
  'model quota': [
    [...WELL, { is: 'usage', key: 'model key', calls: 0 }],
    [...WELL, { is: 'usage', key: 'model key', calls: 3 }],
  ],
  'retry in vain': [
    [...WELL, read({ status: null }), read({ status: 503, isRetry: true })],
    [...WELL, restart(T0), callback(3, { status: 502 }), callback(3, { status: null })],
    [...WELL, restart(T0), send(3, { status: 503 }), send(3, { status: 500 })],
  ],
  'revoked late': [[...WELL, { is: 'revocation', what: 'socket', ms: 1_100, at: T0 }]],
  'limit per server': [[...WELL, { is: 'limit', limit: 30, allowed: 90, at: T0 }]],
  'revoked key': [[...WELL, { is: 'key-use', key: 'old key', status: 200, startedAt: T0 + 5, at: T0 + 6 }]],
  'other tenant': [
    [...WELL, inbound(1, { id: 'msg_x', platformId: null, text: 'in two 1' })],
    [...WELL, webhook(2, { ofTenant: 'two' })],
  ],
  'not recovered': [[...WELL, failure('kill-server', { recoveredAt: null })]],
  'not settled': [[...WELL, { is: 'unsettled', what: 'queued: out one 1', at: T0 }]],
};

describe('the checker of the campaign', () => {
  it('finds nothing in what clients write down when all is well', () => {
    const { violations, counts } = check(WELL);
    expect(violations).toEqual([]);
    expect(counts).toMatchObject({
      callbacks: 2,
      sends: 2,
      phones: 2,
      doubles: 0,
      webhooks: 2,
      modelCalls: 1,
    });
  });

  const cases = (Object.keys(RULES) as Rule[]).flatMap((rule) =>
    BROKEN[rule].map((records, index) => ({ rule, index: index + 1, records })),
  );
  it.each(cases)('notices "$rule", example $index', ({ rule, records }) => {
    expect(check(records).violations.map((violation) => violation.rule)).toContain(rule);
  });

  it('counts a second send apart when nobody could know of the first', () => {
    const lost = without('phone', 'out one 2').filter(
      (record) => record.is !== 'status' || record.opaque !== 'msg_out2',
    );
    const { violations, counts } = check([...lost, phone(2, { isAnswered: false }), phone(2, later)]);
    expect(violations).toEqual([]);
    expect(counts.doubles).toBe(1);
    // The answer arrived, but the server was killed before it could store it.
    const killed = check([...lost, phone(2), phone(2, later), failure('kill-server')]);
    expect(killed.violations).toEqual([]);
    expect(killed.counts.doubles).toBe(1);
  });

  it('expects no retry to succeed while a server is killed beside a rolling restart', () => {
    const killed = failure('kill-one-server', {
      at: T0 + 30_900,
      clearedAt: T0 + 31_000,
      recoveredAt: T0 + 31_000,
    });
    const tried = [read({ status: null }), read({ status: 503, isRetry: true })];
    expect(check([...WELL, killed, ...tried]).violations).toEqual([]);
  });

  it('lists server errors other than 503 with the failures of that time', () => {
    const { findings } = check([
      ...WELL,
      send(2, { status: 500, id: undefined }),
      failure('cut-before-commit'),
    ]);
    expect([...findings]).toEqual([['500 to a send during cut-before-commit', 1]]);
  });
});

describe('the plan', () => {
  it('is the same for the same seed, and has every kind', () => {
    const plan = planFailures({ seed: 7, failures: 200 });
    expect(plan).toEqual(planFailures({ seed: 7, failures: 200 }));
    expect(plan).not.toEqual(planFailures({ seed: 8, failures: 200 }));
    expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(kindsOf(false)));
    expect(plan.map(({ number }) => number)).toEqual(plan.map((_one, index) => index + 1));
  });
});
