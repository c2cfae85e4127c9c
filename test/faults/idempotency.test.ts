import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { type Answer, bearer, call } from '../helpers/test-server.ts';
import { atRate } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { expectConsistent, passTime, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf, textsTo } from './messages-of.ts';

const waId = '15550130001';
const LATENCY_MS = 1_500;
/** Every second call is a send. */
const CALLS = sized(24, 120);
const KILLS_AFTER_MS = [700, 1_700, 1_500].slice(0, sized(1, 3));

/** Makes one attempt; null when the connection broke. */
async function post(
  { server, workspace }: FaultRig,
  key: string,
  path: string,
  body: object,
): Promise<Answer | null> {
  const headers = { ...bearer(workspace.apiKey), 'idempotency-key': key };
  return call(`${server.url}/api/v1${path}`, { method: 'POST', body, headers }).catch(() => null);
}

const textTo = (text: string) => ({ contactId: waId, type: 'text', content: text });

async function openWindow(rig: FaultRig): Promise<void> {
  await rig.platform.customerWrites(waId, 'hello');
  await settle(rig);
}

const rowsWhere = async ({ database, workspace }: FaultRig, condition: string) =>
  Number(
    (
      await database.select<{ count: number }>(
        `SELECT COUNT(*) AS count FROM idempotency_keys WHERE tenant_id = :tenantId AND ${condition}`,
        { tenantId: workspace.tenantKey },
      )
    )[0]?.count,
  );

test('kill -9 between commit and response: a retry with the same key returns the stored message, sent once', async () => {
  const rig = await setUpRig({ knobs: { sendLatencyMs: LATENCY_MS } });
  await openWindow(rig);
  const broken = post(rig, 'cut-off', '/messages/send', textTo('once'));
  await eventually(async () => (await rowsWhere(rig, 'state = 0 AND body IS NOT NULL')) === 1);
  await rig.server.kill();
  expect(await broken).toBeNull();
  await rig.server.start();

  const retried = await post(rig, 'cut-off', '/messages/send', textTo('once'));
  expect([retried?.status, retried?.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(retried?.body).toMatchObject({ status: 'queued', content: 'once' });
  const other = await post(rig, 'cut-off', '/messages/send', textTo('another'));
  expect(other?.body.error.code).toBe('idempotency_conflict');

  // The platform may still accept the message although its caller has died: it gets time for that.
  await sleep(LATENCY_MS + 500);
  await settle(rig);
  await passTime(rig, 61);
  await untilSent(rig);
  await settle(rig);
  const outbound = (await historyOf(rig, waId)).filter((entry) => entry.direction === 'outbound');
  expect(outbound.map((entry) => entry.id)).toEqual([retried?.body.id]);
  expect(await textsTo(rig, waId)).toEqual(['once']);
  await expectConsistent(rig);
}, 90_000);

test('kill -9 before the commit: a retry with the same key performs the call', async () => {
  const rig = await setUpRig();
  const { database, workspace, server } = rig;
  const body = { phone: '15550130002' };
  // Every change in a workspace locks this row last: while it is locked, nothing is committed.
  await database.transaction(async (tx) => {
    await database.select(
      'SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId FOR UPDATE',
      { tenantId: workspace.tenantKey },
      tx,
    );
    const broken = post(rig, 'cut-short', '/contacts', body);
    await eventually(async () => (await rowsWhere(rig, 'state = 0')) === 1);
    await sleep(300);
    await server.kill();
    expect(await broken).toBeNull();
  });
  expect(await rowsWhere(rig, 'body IS NOT NULL'), 'nothing was committed').toBe(0);
  await server.start();

  const retried = await post(rig, 'cut-short', '/contacts', body);
  expect([retried?.status, retried?.headers.get('idempotency-replayed')]).toEqual([201, null]);
  const again = await post(rig, 'cut-short', '/contacts', body);
  expect([again?.body, again?.headers.get('idempotency-replayed')]).toEqual([retried?.body, 'true']);
  const list = await call(`${server.url}/api/v1/contacts`, { headers: bearer(workspace.apiKey) });
  expect(list.body.pagination.total).toBe(1);
  await expectConsistent(rig);
}, 90_000);

test('a client that retries with its key through kills gets every effect once', async () => {
  const rig = await setUpRig({ knobs: { sendLatencyMs: 150 } });
  await openWindow(rig);
  const untilCreated = async (key: string, path: string, body: object): Promise<Answer> => {
    for (let attempt = 1; attempt <= 200; attempt += 1) {
      const answer = await post(rig, key, path, body);
      if (answer?.status === 201) return answer;
      if (answer) expect([409, 503], JSON.stringify(answer.body)).toContain(answer.status);
      await sleep(100);
    }
    throw new Error(`no response: ${key}`);
  };
  const [answers] = await Promise.all([
    atRate(20, CALLS, (index) =>
      index % 2 === 0
        ? untilCreated(`key-${index}`, '/messages/send', textTo(`text ${index}`))
        : untilCreated(`key-${index}`, '/contacts', { phone: `1555014${String(index).padStart(4, '0')}` }),
    ),
    (async () => {
      for (const ms of KILLS_AFTER_MS) {
        await sleep(ms);
        await rig.server.kill();
        await rig.server.start();
      }
    })(),
  ]);
  await settle(rig);
  await passTime(rig, 61);
  await untilSent(rig);
  await settle(rig);

  const replays = answers.filter((answer) => answer.headers.get('idempotency-replayed')).length;
  console.log(
    `${KILLS_AFTER_MS.length} kills: ${replays} of ${answers.length} calls got the stored response`,
  );
  const outbound = (await historyOf(rig, waId)).filter((entry) => entry.direction === 'outbound');
  expect(outbound.map((entry) => entry.content).toSorted()).toEqual(
    Array.from({ length: CALLS / 2 }, (_, index) => `text ${index * 2}`).toSorted(),
  );
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(CALLS);
  expect([...(await acceptedByPlatform(rig)).values()].filter((count) => count > 1)).toEqual([]);
  const list = await call(`${rig.server.url}/api/v1/contacts?limit=1`, {
    headers: bearer(rig.workspace.apiKey),
  });
  expect(list.body.pagination.total, 'half of the calls, plus the customer who wrote').toBe(CALLS / 2 + 1);
  await expectConsistent(rig);
}, 180_000);
