import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareServer, type ServerProcess } from '../faults/server-process.ts';
import { eventually } from '../helpers/platform.ts';
import { startRedis, type TestRedis } from '../helpers/redis.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

/** One API server of two processes, with a real Redis and a database that it believes to be its own. */
let database: TestDatabase;
let redis: TestRedis;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  redis = await startRedis();
  server = await prepareServer({
    databaseUrl: database.url,
    graphUrl: 'http://127.0.0.1:9',
    environment: { WORKERS: '2', REDIS_URL: redis.url },
  });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await redis.stop();
  await database.drop();
});

/** Makes a request on a connection of its own, so that any process may get it. */
const ask = (path: string) =>
  fetch(`${server.url}${path}`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) });

/** Returns a metric of the server, over all its processes. */
async function metric(name: string): Promise<number> {
  const text = await (await ask('/metrics')).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

const children = () =>
  readFileSync(`/proc/${server.pid()}/task/${server.pid()}/children`, 'utf8').trim().split(' ').map(Number);

it('two processes know each other, and each shows the metrics of both', async () => {
  await eventually(async () => (await metric('switchboard_servers')) === 2, 20_000);
  const before = await metric('switchboard_http_request_duration_seconds_count');
  for (let count = 0; count < 40; count += 1) expect((await ask('/healthz')).status).toBe(200);
  const after = await metric('switchboard_http_request_duration_seconds_count');
  // And the request for the first number.
  expect(after - before).toBe(41);
});

it('when one is killed, the other goes on, and a new one takes its place', async () => {
  const before = await metric('switchboard_http_request_duration_seconds_count');
  const [killed = 0, other] = children();
  process.kill(killed, 'SIGKILL');
  for (let count = 0; count < 40; count += 1) {
    // A connection that was handed to the killed one breaks, or gets no answer.
    const answer = await ask('/healthz').catch(() => ask('/healthz'));
    expect(answer.status).toBe(200);
  }
  await eventually(async () => children().length === 2 && !children().includes(killed), 20_000);
  expect(children()).toContain(other);
  await eventually(async () => (await ask('/readyz')).status === 200, 20_000);
  // What the killed one had counted is not lost.
  const after = await metric('switchboard_http_request_duration_seconds_count');
  expect(after).toBeGreaterThanOrEqual(before + 40);
});

it('stops in order, with all its processes', async () => {
  const pids = children();
  const { code } = await server.terminate();
  expect(code, server.output()).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
