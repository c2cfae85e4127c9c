import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { createMetrics } from '../../server/kernel/metrics/metrics.ts';
import { createJobLanes } from '../../server/kernel/queue/job-lanes.ts';
import { LEASE_TAG } from '../../server/kernel/queue/queue.ts';
import { listServers, registerServer } from '../../server/kernel/servers/servers.repository.ts';
import { createServers, type Servers } from '../../server/kernel/servers/servers.ts';
import { reclaimOf } from '../../server/queues.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

const BUCKET = {
  bucket: 'files',
  region: 'eu',
  endpoint: null,
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  forcePathStyle: false,
};

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url);
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const running: Servers[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  await database.run('/* system: test */ DELETE FROM servers');
});

interface Settings {
  redis?: boolean;
  bucket?: boolean;
  clockAheadMs?: number;
  dataDir?: string;
  port?: number;
  machine?: string;
  db?: Database;
  reclaim?: (tag: Buffer) => Promise<void>;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-servers-'));
  folders.push(folder);
  return folder;
}

let ports = 4_000;
async function start(settings: Settings = {}): Promise<Servers> {
  ports += 1;
  const server = createServers({
    db: settings.db ?? database,
    clock: {
      ...systemClock,
      now: () => new Date(systemClock.now().getTime() + (settings.clockAheadMs ?? 0)),
    },
    logger: createLogger('silent'),
    metrics: createMetrics(),
    config: {
      host: '0.0.0.0',
      dataDir: settings.dataDir ?? newFolder(),
      embeddedDatabase: false,
      apiProcess: null,
      redisUrl: settings.redis ? 'redis://127.0.0.1:1' : undefined,
      s3: settings.bucket ? BUCKET : null,
    },
    reclaim: settings.reclaim ?? ((tag) => reclaimOf(database, tag)),
    beatMs: 30,
    silenceMs: 500,
    ...(settings.machine === undefined ? {} : { machine: settings.machine }),
  });
  running.push(server);
  await server.start(settings.port ?? ports);
  return server;
}

describe('SEC-13: several servers on one database', () => {
  it('the younger one is not ready without Redis, until the older one has stopped', async () => {
    const first = await start();
    const second = await start();
    expect(first.problem()).toBeNull();
    expect(second.problem()).toMatch(/another server .* uses this database: set REDIS_URL/);
    expect(second.live()).toBe(2);
    await expect.poll(() => first.live()).toBe(2);
    await running.splice(0, 1)[0]?.stop();
    await expect.poll(() => second.problem()).toBeNull();
    expect(second.live()).toBe(1);
  });

  it('one that is stopped while it still starts leaves no row, and asks the database nothing afterwards', async () => {
    let isStarted = false;
    const starting = start().then(() => {
      isStarted = true;
    });
    await running.splice(0, 1)[0]?.stop();
    expect(isStarted).toBe(true);
    expect(await listServers(database)).toEqual([]);
    await starting;
  });

  it('with Redis, files must be in the same place: one bucket or one folder', async () => {
    await start({ redis: true });
    const other = await start({ redis: true });
    expect(other.problem()).toMatch(/stores files in another place: set the same S3_BUCKET/);
    const shared = newFolder();
    for (const server of running.splice(0)) await server.stop();
    await start({ redis: true, dataDir: shared });
    expect((await start({ redis: true, dataDir: shared })).problem()).toBeNull();
    for (const server of running.splice(0)) await server.stop();
    await start({ redis: true, bucket: true });
    expect((await start({ redis: true, bucket: true })).problem()).toBeNull();
  });

  it('a restarted server replaces its own row, and a stopping one does not count', async () => {
    const dataDir = newFolder();
    await start({ dataDir, port: 5_000 });
    const [row] = await database.select<{ place: Buffer }>('/* system: test */ SELECT place FROM servers');
    await running.splice(0, 1)[0]?.stop();
    // The row of a killed server stays.
    const leaseTag = randomBytes(6);
    const killed = {
      id: newKey(),
      place: row?.place ?? Buffer.alloc(32),
      host: 'killed',
      port: 5_000,
      leaseTag,
    };
    await registerServer(database, { ...killed, hasRedis: false, storageId: 'folder x' });
    const restarted = await start({ dataDir, port: 5_000 });
    expect(restarted.problem()).toBeNull();
    expect(await listServers(database)).toHaveLength(1);
    restarted.announceStop();
    expect(restarted.problem()).toBe('the server is stopping');
    await expect.poll(async () => (await listServers(database))[0]?.isStopping).toBe(1);
    expect((await start()).problem()).toBeNull();
  });
});

describe('servers on clones of one machine, with the same host name, port and data folder', () => {
  it('are two servers: neither takes the leases or the row of the other', async () => {
    const leaseTag = randomBytes(6);
    const dataDir = newFolder();
    await start({ redis: true, bucket: true, dataDir, port: 5_001, machine: 'one' });
    // A process of its own has a tag of its own: this one stands for the clone's, which goes on with its heartbeat.
    await database.run('/* system: test */ UPDATE servers SET lease_tag = :leaseTag', { leaseTag });
    const token = Buffer.concat([leaseTag, randomBytes(10)]);
    const id = newKey();
    await database.run(
      `/* system: test */ INSERT INTO jobs (id, tenant_id, kind, payload, created_at, visible_at, lease_token)
       VALUES (:id, :id, 'test', '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 55 SECOND, :token)`,
      { id, token },
    );
    const clone = await start({ redis: true, bucket: true, dataDir, port: 5_001, machine: 'two' });
    const beatsOf = async () => (await listServers(database)).map(({ beats }) => beats);
    await expect.poll(async () => Math.min(...(await beatsOf()))).toBeGreaterThan(3);
    expect(await beatsOf()).toHaveLength(2);
    expect(running.map((server) => server.live())).toEqual([2, 2]);
    expect(clone.problem()).toBeNull();
    const [job] = await database.select<{ token: Buffer | null }>(
      '/* system: test */ SELECT lease_token AS token FROM jobs WHERE id = :id',
      { id },
    );
    expect(job?.token).toEqual(token);
  });

  it('do not share files, although the copy of the folder has the same id', async () => {
    const dataDir = newFolder();
    const original = await start({ redis: true, dataDir });
    const copy = newFolder();
    cpSync(dataDir, copy, { recursive: true });
    const beats = async () => (await listServers(database))[0]?.beats ?? 0;
    // A copy of the last seconds still has a heartbeat that could be current.
    await expect.poll(beats).toBeGreaterThan(40);
    const clone = await start({ redis: true, dataDir: copy, machine: 'two' });
    expect(clone.problem()).toMatch(/stores files in another place: set the same S3_BUCKET/);
    expect(original.problem()).toBeNull();
    // The heartbeat of the original stands still in the copy, also when it was current at the start.
    cpSync(dataDir, copy, { recursive: true });
    await expect.poll(() => clone.problem()).toBeNull();
    await expect.poll(() => clone.problem()).toMatch(/stores files in another place/);
  });

  it('leave no trace in the folder: what killed servers have left is removed at the next start', async () => {
    const dataDir = newFolder();
    await start({ dataDir });
    const signs = join(dataDir, 'media-folder-servers');
    const [own = ''] = readdirSync(signs);
    await running.splice(0, 1)[0]?.stop();
    expect(readdirSync(signs)).toEqual([]);
    for (const name of [own, 'young']) writeFileSync(join(signs, name), '000000000007');
    const old = Date.now() / 1_000 - 120;
    utimesSync(join(signs, own), old, old);
    await start({ dataDir });
    expect(readdirSync(signs)).toContain('young');
    rmSync(join(signs, 'young'));
    const names = readdirSync(signs);
    expect(names).toHaveLength(1);
    expect(names).not.toContain(own);
  });
});

it('servers that find the database again after an outage do not take each other for ended', async () => {
  let isAway = false;
  const guarded =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      if (isAway) throw new Error('the database is away');
      return call(...args);
    };
  const db: Database = {
    ...database,
    select: guarded(database.select) as Database['select'],
    run: guarded(database.run),
    transaction: guarded(database.transaction) as Database['transaction'],
  };
  const taken: Buffer[] = [];
  const reclaim = async (tag: Buffer) => void taken.push(tag);
  const settings = { redis: true, bucket: true, db, reclaim };
  const servers = [await start(settings), await start(settings), await start(settings)];
  await expect.poll(() => servers.map((server) => server.live())).toEqual([3, 3, 3]);
  const beats = async () => (await listServers(database)).map((row) => row.beats);
  isAway = true;
  // Longer than the silence after which a server counts as ended.
  await sleep(800);
  const before = Math.max(...(await beats()));
  isAway = false;
  await expect.poll(async () => Math.min(...(await beats()))).toBeGreaterThan(before + 5);
  expect(taken).toEqual([]);
  expect(servers.map((server) => server.live())).toEqual([3, 3, 3]);
});

it('SEC-34: a server whose clock differs from the database’s by more than 30 seconds is not ready', async () => {
  expect((await start({ clockAheadMs: 20_000 })).problem()).toBeNull();
  const ahead = await start({ clockAheadMs: 60_000, redis: true, bucket: true });
  await running.splice(0, 1)[0]?.stop();
  await expect
    .poll(() => ahead.problem())
    .toMatch(/the clock of this server is 60 s ahead of the database's/);
});

it('holdout-19: work of a server that has ended is due as soon as its heartbeat is missed', async () => {
  const leaseTag = randomBytes(6);
  await registerServer(database, {
    ...{ id: newKey(), place: randomBytes(32), host: 'killed', port: 1, leaseTag },
    ...{ hasRedis: false, storageId: 'folder x' },
  });
  const token = Buffer.concat([leaseTag, randomBytes(10)]);
  const foreign = randomBytes(16);
  for (const leaseToken of [token, foreign]) {
    await database.run(
      `/* system: test */ INSERT INTO jobs (id, tenant_id, kind, payload, created_at, visible_at, lease_token)
       VALUES (:id, :id, 'test', '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 55 SECOND, :leaseToken)`,
      { id: newKey(), leaseToken },
    );
  }
  await start({ redis: true });
  const due = () =>
    database.select<{ token: Buffer | null }>(
      '/* system: test */ SELECT lease_token AS token FROM jobs WHERE visible_at <= UTC_TIMESTAMP(3)',
    );
  await expect.poll(due).toEqual([{ token: null }]);
  await expect.poll(async () => (await listServers(database)).map((row) => row.host)).not.toContain('killed');
});

it('holdout-19: the claims of jobs name this server, so that others can take them over', async () => {
  await database.run(
    `/* system: test */ INSERT INTO jobs (id, tenant_id, kind, payload, created_at, visible_at)
     VALUES (:id, :id, 'claimed', '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { id: newKey() },
  );
  const { token, ids } = await createJobLanes(database, () => false).claim(8);
  expect(ids.length).toBeGreaterThan(0);
  expect(token.subarray(0, LEASE_TAG.length)).toEqual(LEASE_TAG);
  await reclaimOf(database, LEASE_TAG);
  const leased = await database.select('/* system: test */ SELECT id FROM jobs WHERE lease_token = :token', {
    token,
  });
  expect(leased).toEqual([]);
});
