import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectWorkspace, envelope, postCallback, textMessage } from '../helpers/platform.ts';
import { bearer, call, createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

/** All connections of the pool that requests may use. */
const CONNECTIONS = 15;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('SEC-22: without a free connection every request gets 503 once, callbacks are stored, and work goes on afterwards', async () => {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  const unseen = await createWorkspace(server);
  await connectWorkspace(server, unseen);
  const { database } = server.container;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  const holders = Array.from({ length: CONNECTIONS }, () =>
    database.transaction(async () => {
      held += 1;
      await gate;
    }),
  );
  try {
    await expect.poll(() => held).toBe(CONNECTIONS);
    const startedAt = performance.now();
    const headers = bearer(workspace.key);
    const [read, write, callback, ready] = await Promise.all([
      call(`${server.url}/api/v1/contacts`, { headers }),
      call(`${server.url}/api/v1/contacts`, {
        method: 'POST',
        headers,
        body: { phone: '+15550100', name: 'Ann' },
      }),
      postCallback(server, workspace, envelope({ messages: [textMessage('15550101', 'hello')] })),
      call(`${server.url}/readyz`),
    ]);
    // The limit is 2.5 s; that of the pool itself is 12 s, and eight tries, as before, took 20 s and more.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect([read.status, write.status, callback.status, ready.status]).toEqual([503, 503, 200, 503]);
    // A workspace that this server has not seen needs a connection to be found, too.
    const other = await postCallback(server, unseen, envelope({ messages: [textMessage('15550104', 'hi')] }));
    expect(other.status).toBe(200);
    expect(server.logs.filter((line) => line.includes('claim failed'))).toEqual([]);
    expect(read.body.error.code).toBe('unavailable');
    expect(read.headers.get('retry-after')).not.toBeNull();
    expect(ready.body.reason).toBe('the database does not answer');
  } finally {
    release();
    await Promise.all(holders);
  }
  const after = await workspace.api('GET', '/contacts');
  expect(after.status).toBe(200);
  const phones = async () =>
    (await workspace.api('GET', '/contacts')).body.data.map(({ phone }: { phone: string }) => phone);
  await expect.poll(phones).toEqual(['15550101']);
});

it('SEC-37: a change of a workspace without its counter stores nothing', async () => {
  const [other, damaged] = [await createWorkspace(server), await createWorkspace(server)];
  const { database } = server.container;
  // As after a partial restore by hand. The pool's connections remember numbers of the other workspace.
  expect((await other.api('POST', '/contacts', { phone: '+15550102', name: 'Bo' })).status).toBe(201);
  const tenantId = damaged.scope.key;
  await database.run('DELETE FROM tenant_counters WHERE tenant_id = :tenantId', { tenantId });
  // Without its events, no number of the other workspace is taken.
  await database.run('DELETE FROM events WHERE tenant_id = :tenantId', { tenantId });
  const before = await eventsOf(tenantId);
  const answer = await damaged.api('POST', '/contacts', { phone: '+15550103', name: 'Cy' });
  expect(answer.status).toBe(500);
  expect(await eventsOf(tenantId)).toBe(before);
  expect((await damaged.api('GET', '/contacts')).body.data).toEqual([]);
});

async function eventsOf(tenantId: Buffer): Promise<number> {
  const [row] = await server.container.database.select<{ count: number }>(
    'SELECT COUNT(*) AS count FROM events WHERE tenant_id = :tenantId',
    { tenantId },
  );
  return row?.count ?? -1;
}
