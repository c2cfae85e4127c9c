import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeUnreachable } from '../../server/features/channel/channel.repository.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { bearer, call, createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

const PER_MINUTE = 6;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_TENANT_PER_MINUTE: String(PER_MINUTE) });
});
afterAll(() => server.stop());

it('SEC-38: programs that use up the limit of a workspace leave room for its people', async () => {
  const { key, dashboard } = await createWorkspace(server);
  const statuses: number[] = [];
  for (let made = 0; made <= PER_MINUTE; made += 1)
    statuses.push((await call(`${server.url}/api/v1/contacts`, { headers: bearer(key) })).status);
  expect(statuses).toEqual([...Array(PER_MINUTE).fill(200), 429]);
  const people: number[] = [];
  for (let made = 0; made <= PER_MINUTE / 2; made += 1)
    people.push((await dashboard('GET', '/contacts')).status);
  expect(people).toEqual([...Array(PER_MINUTE / 2).fill(200), 429]);
});

it('SEC-45: an Idempotency-Key of one API key neither answers nor hinders another one', async () => {
  const workspace = await createWorkspace(server);
  const { body } = await workspace.dashboard('POST', '/api-keys', { name: 'another program' });
  const create = (apiKey: string, phone: string) =>
    call(`${server.url}/api/v1/contacts`, {
      method: 'POST',
      body: { name: 'Ana', phone },
      headers: { ...bearer(apiKey), 'idempotency-key': 'order-1' },
    });
  expect((await create(workspace.key, '15550100001')).status).toBe(201);
  const same = await create(body.key, '15550100001');
  expect([same.status, same.headers.get('idempotency-replayed')]).toEqual([409, null]);
  expect(same.body.error.code).toBe('contact_phone_taken');
  expect((await create(body.key, '15550100002')).status).toBe(201);
  const again = await create(workspace.key, '15550100001');
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
});

it('SEC-52: workspaces that wait for the platform are checked in turn', async () => {
  const { database } = server.container;
  const waiting = Array.from({ length: 9 }, () => newKey());
  for (const tenantId of waiting)
    await database.run(
      `/* system: test */ INSERT INTO channels (tenant_id, state, since)
       VALUES (:tenantId, 'platform_unreachable', UTC_TIMESTAMP(3))`,
      { tenantId },
    );
  const rounds = [];
  for (let round = 0; round < 3; round += 1) rounds.push(...(await takeUnreachable(database, 3)));
  expect(new Set(rounds.map((id) => id.toString('hex')))).toEqual(
    new Set(waiting.map((id) => id.toString('hex'))),
  );
});
