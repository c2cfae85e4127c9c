import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { failedJobs, retryFailedJobs } from '../../server/kernel/queue/jobs.repository.ts';
import { createJobWorker } from '../../server/kernel/queue/jobs.ts';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
/** A platform that never answers, or rejects the access token. */
let platform: Server;
let rejects = false;
beforeAll(async () => {
  platform = createServer((_request, response) => {
    if (!rejects) return;
    const error = { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190 };
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({
    GRAPH_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  rejects = true;
  platform.closeAllConnections();
  await server.stop();
  platform.closeAllConnections();
  platform.close();
  expect(trippedStatements).toEqual([]);
});

/** Creates a workspace with one message of a customer. */
async function withMessage(phone: string) {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  await postCallback(server, workspace, envelope({ messages: [textMessage(phone, 'hello')] }));
  const message = await eventually(
    async () =>
      (await workspace.api('GET', `/messages/${phone}`)).body.data?.[0] as { id: string } | undefined,
  );
  return { workspace, message };
}

const jobsOf = ({ scope }: TestWorkspace) =>
  server.container.database.select<{ id: Buffer; state: number; secondsLeft: number }>(
    `SELECT id, state, TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), visible_at) AS secondsLeft
     FROM jobs WHERE tenant_id = :tenantId`,
    { tenantId: scope.key },
  );

const addJob = ({ scope }: TestWorkspace, kind: string) =>
  server.container.database.run(
    `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at)
     VALUES (UNHEX(LEFT(SHA2(:kind, 256), 32)), :tenantId, :kind, '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { tenantId: scope.key, kind },
  );

it('SEC-11: a backlog of jobs that hang does not delay the deletions of another workspace', async () => {
  const busy = await withMessage('15550110001');
  const other = await withMessage('15550110002');
  expect(
    (await busy.workspace.api('POST', `/messages/${busy.message.id}/reaction`, { emoji: '👍' })).status,
  ).toBe(200);
  // As many as 3,000 reactions of one program leave behind.
  await server.container.database.run(
    `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at)
     SELECT UNHEX(LEFT(SHA2(CONCAT(n.n, m.n), 256), 32)), j.tenant_id, j.kind, j.payload, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM jobs j, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5) n,
       (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5) m
     WHERE j.tenant_id = :tenantId`,
    { tenantId: busy.workspace.scope.key },
  );
  server.wake();
  const [contact] = (await other.workspace.api('GET', '/contacts')).body.data;
  const deleted = await other.workspace.api('DELETE', `/contacts/${contact.id}`);
  expect(deleted.status).toBe(200);
  const left = () =>
    server.container.database.select('SELECT id FROM messages WHERE tenant_id = :tenantId', {
      tenantId: other.workspace.scope.key,
    });
  // Each job of the backlog waits 15 seconds for the platform: in a single queue the deletion waits for 90.
  await expect.poll(left, { timeout: 45_000 }).toEqual([]);
  await server.container.database.run('DELETE FROM jobs WHERE tenant_id = :tenantId', {
    tenantId: busy.workspace.scope.key,
  });
}, 60_000);

it('SEC-11: a reaction that cannot be sent fails after an hour and is taken off the message', async () => {
  rejects = true;
  platform.closeAllConnections();
  const { workspace, message } = await withMessage('15550110003');
  await workspace.api('POST', `/messages/${message.id}/reaction`, { emoji: '👍' });
  const reactions = async () =>
    (await workspace.api('GET', '/messages/15550110003')).body.data[0].reactions as { emoji: string }[];
  expect(await reactions()).toMatchObject([{ emoji: '👍' }]);
  server.passTime(3_590);
  await eventually(async () => (await jobsOf(workspace))[0]?.secondsLeft);
  expect(await reactions()).toMatchObject([{ emoji: '👍' }]);
  server.passTime(11);
  await expect.poll(reactions, { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => jobsOf(workspace)).toEqual([]);
  expect(await server.container.metrics.text()).toMatch(/jobs_failed_total\{kind="send-reaction"\} [1-9]/);
}, 30_000);

it('SEC-11: a job that fails for a day is listed for the operator, who can run it again', async () => {
  const workspace = await createWorkspace(server);
  await addJob(workspace, 'of-no-handler');
  server.passTime(24 * 3_600 + 1);
  const { database } = server.container;
  const failed = () => failedJobs(database, workspace.scope.key, 10);
  await expect
    .poll(failed, { timeout: 10_000 })
    .toMatchObject([{ kind: 'of-no-handler', lastError: expect.stringContaining('no handler') }]);
  expect(await retryFailedJobs(database, { tenantId: workspace.scope.key, kind: 'another' })).toBe(0);
  expect(await retryFailedJobs(database, { tenantId: workspace.scope.key })).toBe(1);
  await expect.poll(async () => (await jobsOf(workspace))[0]?.state).toBe(0);
}, 30_000);

it('SEC-11: the lease of a long job is renewed while it runs', async () => {
  const workspace = await createWorkspace(server);
  const { database, logger, metrics } = server.container;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let finish = () => {};
  let runs = 0;
  const kind = 'takes-long';
  const run = () => {
    runs += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const worker = createJobWorker(database, logger, metrics, [{ kind, run }]);
  try {
    for (const own of server.container.workers) await own.stop();
    await addJob(workspace, kind);
    worker.start();
    await eventually(async () => runs === 1);
    for (let minutes = 0; minutes < 2; minutes += 1) {
      server.passTime(50);
      await vi.advanceTimersByTimeAsync(20_000);
      await expect.poll(async () => (await jobsOf(workspace))[0]?.secondsLeft).toBeGreaterThan(50);
    }
    worker.wake();
    finish();
    await expect.poll(() => jobsOf(workspace)).toEqual([]);
    expect(runs).toBe(1);
  } finally {
    finish();
    vi.useRealTimers();
    await worker.stop();
  }
});
