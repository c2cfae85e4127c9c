import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bindings, type Database, openDatabase } from '../../server/db/database.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { failingCounts, queueAges } from '../../server/queues.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

/** No server runs: nothing takes the rows. */
let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const run = (sql: string, bindings: Bindings = {}) => database.run(`/* system: test */ ${sql}`, bindings);
const ago = (seconds: number) => `UTC_TIMESTAMP(3) - INTERVAL ${seconds} SECOND`;

/** Returns the ages without the seconds that the test itself takes. */
async function ages(): Promise<Record<string, number>> {
  const found = [...(await queueAges(database))];
  return Object.fromEntries(
    found.map(([queue, age]): [string, number] => [queue, Math.floor(age / 60) * 60]),
  );
}

it('is 0 for queues in which nothing waits', async () => {
  expect(await ages()).toEqual({
    ...{ inbound_callbacks: 0, outbound_sends: 0, jobs: 0, template_syncs: 0 },
    ...{ media_fetches: 0, webhook_deliveries: 0, events: 0 },
  });
});

it('finds callbacks, jobs and events that nobody has taken, and no others', async () => {
  const tenantId = newKey();
  const callback = (state: number, seconds: number) =>
    run(
      `INSERT INTO inbound_callbacks (id, tenant_id, digest, body, received_at, state)
       VALUES (:id, :tenantId, :digest, 'x', ${ago(seconds)}, ${state})`,
      { id: newKey(), tenantId, digest: Buffer.concat([newKey(), newKey()]) },
    );
  await callback(0, 600);
  await callback(1, 9_000);
  const job = (state: number, seconds: number) =>
    run(
      `INSERT INTO jobs (id, tenant_id, kind, payload, state, visible_at, created_at)
       VALUES (:id, :tenantId, 'test', '{}', ${state}, ${ago(seconds)}, ${ago(9_000)})`,
      { id: newKey(), tenantId },
    );
  await job(0, 1_200);
  // One that a worker holds, or that waits for another try, and one that has failed for good.
  await job(0, -60);
  await job(3, 9_000);
  await run('INSERT INTO tenant_counters (tenant_id, seq) VALUES (:tenantId, 5)', { tenantId });
  await run('INSERT INTO event_relays (tenant_id, seq) VALUES (:tenantId, 3)', { tenantId });
  for (const [seq, seconds] of [
    [3, 9_000],
    [4, 1_800],
    [5, 60],
  ] as const)
    await run(
      `INSERT INTO events (tenant_id, seq, name, payload, created_at)
       VALUES (:tenantId, ${seq}, 'test', '{}', ${ago(seconds)})`,
      { tenantId },
    );
  expect(await ages()).toMatchObject({ inbound_callbacks: 600, jobs: 1_200, events: 1_800 });
});

it('leaves out messages behind another one of their contact, of broadcasts and of paused workspaces', async () => {
  const [tenantId, paused] = [newKey(), newKey()];
  const send = (tenantId: Buffer, contactId: Buffer, seconds: number, broadcastId: Buffer | null = null) =>
    run(
      `INSERT INTO outbound_sends (id, tenant_id, contact_id, visible_at, broadcast_id)
       VALUES (:id, :tenantId, :contactId, ${ago(seconds)}, :broadcastId)`,
      { id: newKey(), tenantId, contactId, broadcastId },
    );
  const contactId = newKey();
  // The first one waits for its next try.
  await send(tenantId, contactId, -30);
  await send(tenantId, contactId, 9_000);
  await send(tenantId, newKey(), 9_000, newKey());
  await send(paused, newKey(), 9_000);
  await run(
    `INSERT INTO send_pauses (tenant_id, reason, failures, probe_at, settings_at, since)
     VALUES (:paused, 'down', 1, ${ago(-30)}, NULL, ${ago(9_000)})`,
    { paused },
  );
  expect(await ages()).toMatchObject({ outbound_sends: 0 });
  await send(tenantId, newKey(), 360);
  expect(await ages()).toMatchObject({ outbound_sends: 360 });
});

it('leaves out deliveries to endpoints that are paused, rest, or are being served', async () => {
  const tenantId = newKey();
  let slot = 0;
  async function deliveryTo(endpoint: { state: string; resting?: number; seconds: number }): Promise<Buffer> {
    const { state, resting, seconds } = endpoint;
    const id = newKey();
    await run(
      `INSERT INTO webhook_endpoints (id, tenant_id, slot, url, description, events, secrets, headers, timeout_seconds,
         api_version, state, state_since, resting_until, created_at)
       VALUES (:id, :tenantId, ${slot}, 'https://example.test/', '', 'message.received', 'x', 'x', 15, '1', :state,
         ${ago(0)}, ${resting === undefined ? 'NULL' : ago(resting)}, ${ago(0)})`,
      { id, tenantId, state },
    );
    slot += 1;
    await run(
      `INSERT INTO webhook_deliveries (id, tenant_id, endpoint_id, event_id, type, cause, visible_at, created_at)
       VALUES (:delivery, :tenantId, :id, :event, 'message.received', 'event', ${ago(seconds)}, ${ago(seconds)})`,
      { delivery: newKey(), tenantId, id, event: newKey() },
    );
    return id;
  }
  await deliveryTo({ state: 'paused', seconds: 9_000 });
  await deliveryTo({ state: 'failing', resting: -60, seconds: 9_000 });
  const served = await deliveryTo({ state: 'active', seconds: 9_000 });
  await run(
    `INSERT INTO work_lanes (id, tenant_id, visible_at, lease_token) VALUES (:served, :tenantId, ${ago(-10)}, :token)`,
    { served, tenantId, token: newKey() },
  );
  expect(await ages()).toMatchObject({ webhook_deliveries: 0 });
  // It has rested until a while ago, and nobody has tried it since.
  await deliveryTo({ state: 'failing', resting: 240, seconds: 9_000 });
  expect(await ages()).toMatchObject({ webhook_deliveries: 240 });
});

it('counts what is tried in vain: paused workspaces with messages, files that do not come, failing endpoints', async () => {
  const before = await failingCounts(database);
  const [waiting, empty, closed] = [newKey(), newKey(), newKey()];
  for (const [tenantId, reason] of [
    [waiting, 'down'],
    [empty, 'down'],
    [closed, 'credentials'],
  ] as const)
    await run(
      `INSERT INTO send_pauses (tenant_id, reason, failures, probe_at, settings_at, since)
       VALUES (:tenantId, :reason, 1, ${ago(-30)}, NULL, ${ago(60)})`,
      { tenantId, reason },
    );
  for (const tenantId of [waiting, closed])
    await run(
      `INSERT INTO outbound_sends (id, tenant_id, contact_id, visible_at) VALUES (:id, :tenantId, :id, ${ago(60)})`,
      { id: newKey(), tenantId },
    );
  for (const [attempts, error] of [
    [4, 'HTTP 500 instead of the file'],
    [5, 'HTTP 500 instead of the file'],
    [9, 'no channel'],
    [9, null],
  ] as const)
    await run(
      `INSERT INTO media_fetches (id, tenant_id, visible_at, attempts, last_error)
       VALUES (:id, :id, ${ago(-60)}, ${attempts}, :error)`,
      { id: newKey(), error },
    );
  for (const [attempts, state] of [
    [9, 0],
    [10, 0],
    [50, 3],
  ] as const)
    await run(
      `INSERT INTO jobs (id, tenant_id, kind, payload, state, attempts, visible_at, created_at)
       VALUES (:id, :id, 'purge-contact', '{}', ${state}, ${attempts}, ${ago(-60)}, ${ago(9_000)})`,
      { id: newKey() },
    );
  const more = [...(await failingCounts(database))].map(([what, count]) => [
    what,
    count - (before.get(what) ?? 0),
  ]);
  expect(Object.fromEntries(more)).toEqual({
    ...{ sends_down: 1, sends_throttled: 0, sends_credentials: 1, media_fetches: 2, jobs: 1 },
    webhook_endpoints: 0,
  });
  // Of the test before.
  expect(before.get('webhook_endpoints')).toBe(2);
});
