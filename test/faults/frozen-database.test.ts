import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isSoak, sized } from '../helpers/lane.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { atRate, deliver, type InboundCallback, inboundCallback, postRaw, send } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { expectConsistent, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf } from './messages-of.ts';
import { ownDatabase } from './own-database.ts';

/** The longest response time, measured by the client. The loop shares its machine, so it allows more. */
const RESPONSE_MS = sized(20_000, 5_000);
const ROUNDS = sized(1, 2);
const customers = Array.from({ length: 5 }, (_, index) => `155501774${10 + index}`);
const customerOf = (index: number) => customers[index % customers.length] ?? '';

interface Timed {
  path: string;
  status: number;
  code: string | undefined;
  reason: string | undefined;
  retryAfter: string | null;
  ms: number;
}

/** Makes one request with the workspace's key, and measures the time of its response. */
async function timed({ server, workspace }: FaultRig, path: string, body?: object): Promise<Timed> {
  const startedAt = performance.now();
  const answer = await call(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    body,
    headers: bearer(workspace.apiKey),
  });
  return {
    path,
    status: answer.status,
    code: answer.body.error?.code,
    reason: answer.body.reason,
    retryAfter: answer.headers.get('retry-after'),
    ms: performance.now() - startedAt,
  };
}

/** Makes requests while the database is frozen; no response may wait for the database. */
function requestEverything(rig: FaultRig): Promise<Timed[]> {
  const { tenantId } = rig.workspace;
  return Promise.all([
    timed(rig, '/healthz'),
    timed(rig, '/readyz'),
    timed(rig, '/api/v1/contacts'),
    timed(rig, `/api/v1/messages/${customers[0]}`),
    timed(rig, '/api/v1/contacts', { phone: '+15550100', name: 'Nobody' }),
    timed(rig, '/api/dashboard/session', { email: 'a@example.test', password: 'some password' }),
    timed(rig, `/api/v1/webhook/${tenantId}?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1`),
  ]);
}

async function timedCallback(rig: FaultRig, { raw }: InboundCallback) {
  const startedAt = performance.now();
  return { status: await postRaw(rig, raw), ms: performance.now() - startedAt };
}

it('with a frozen database every request gets a response in time, and all work is done once after it thaws', async () => {
  const { databaseUrl, freeze, thaw } = await ownDatabase();
  const rig = await setUpRig({ databaseUrl });
  const first = await Promise.all(customers.map((waId) => rig.platform.customerWrites(waId, 'hello')));
  await settle(rig);

  // Under load, so that transactions and commits are in progress when it freezes.
  const callbacks = Array.from({ length: sized(120, 300) }, (_, index) =>
    inboundCallback(customerOf(index), `in ${index}`),
  );
  const frozenAt = 1_000;
  const load = Promise.all([
    atRate(30, callbacks.length, (index) => timedCallback(rig, callbacks[index] as InboundCallback)),
    atRate(10, sized(30, 80), (index) => send(rig, customerOf(index), `out ${index}`)),
  ]);
  await sleep(frozenAt);
  freeze();
  const asked: Timed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) asked.push(...(await requestEverything(rig)));
  // More concurrent requests than there are connections.
  asked.push(...(await Promise.all(Array.from({ length: 60 }, () => timed(rig, '/api/v1/contacts')))));
  thaw();
  const thawedAt = performance.now();
  await expect.poll(() => timed(rig, '/readyz')).toMatchObject({ status: 200 });
  expect(await timed(rig, '/api/v1/contacts')).toMatchObject({ status: 200 });
  if (isSoak) expect(performance.now() - thawedAt).toBeLessThan(2_000);

  expect(asked.filter(({ ms }) => ms > RESPONSE_MS)).toEqual([]);
  for (const answer of asked) {
    if (answer.path === '/healthz') expect(answer).toMatchObject({ status: 200 });
    else if (answer.path === '/readyz') {
      expect(answer).toMatchObject({ status: 503, reason: 'the database does not answer' });
    } else expect(answer).toMatchObject({ status: 503, code: 'unavailable', retryAfter: expect.any(String) });
  }

  const [taken, sends] = await load;
  expect(taken.filter(({ ms }) => ms > RESPONSE_MS)).toEqual([]);
  expect(taken.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(taken.filter(({ status }) => status === 503).length).toBeGreaterThan(20);
  // Like the platform, retry what was rejected.
  for (const callback of callbacks) await deliver(rig, callback);
  await untilSent(rig);
  await settle(rig);

  const history = (await Promise.all(customers.map((waId) => historyOf(rig, waId)))).flat();
  const inbound = history.filter((entry) => entry.direction === 'inbound');
  expect(inbound.map((entry) => entry.platformId).toSorted()).toEqual(
    [...first.map((answer) => answer.body.id), ...callbacks.map(({ platformId }) => platformId)].toSorted(),
  );
  const accepted = sends.filter((record) => record.kind === 'accepted');
  const atPlatform = await acceptedByPlatform(rig);
  expect(accepted.filter((record) => atPlatform.get(record.id) !== 1)).toEqual([]);
  expect([...atPlatform.values()].filter((count) => count > 1)).toEqual([]);
  const rejected = sends.filter((record) => record.kind === 'rejected');
  expect(rejected.filter(({ code = '' }) => !['unavailable', 'outcome_unknown'].includes(code))).toEqual([]);
  const texts = new Set(history.map((entry) => entry.content));
  expect(rejected.filter((record) => record.status === 503 && texts.has(record.text))).toEqual([]);
  await expectConsistent(rig);
}, 120_000);
