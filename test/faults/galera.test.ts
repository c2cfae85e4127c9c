import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { expect, it, onTestFinished } from 'vitest';
import type { GaleraNode } from '../../scripts/galera/cluster.mjs';
import { setUpRig } from '../faults/fault-rig.ts';
import { findGalera, startTestGalera } from '../helpers/galera.ts';
import { eventually } from '../helpers/platform.ts';
import { startRedis } from '../helpers/redis.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { atRate, inboundCallback, postRaw } from './client.ts';
import { expectConsistent, expireLanes, passTime, settle, untilSent } from './invariants.ts';
import { acceptedByPlatform, historyOf } from './messages-of.ts';
import { prepareServer, type ServerProcess } from './server-process.ts';

type Rig = Awaited<ReturnType<typeof setUpRig>>;

const CALLBACKS_PER_SECOND = 10;
const SENDS_PER_SECOND = 5;
const LOAD_SECONDS = 45;
const RETRY_MS = 200;
/** How long a client tries, at one server after the other. */
const PATIENCE_MS = 90_000;
const customers = Array.from({ length: 10 }, (_, index) => `155501774${10 + index}`);
const customerOf = (index: number) => customers[index % customers.length] ?? '';

const galera = await findGalera();
if (typeof galera === 'string') console.log(`The test of a Galera cluster is skipped. ${galera}`);

it.skipIf(typeof galera === 'string')(
  'two servers on different database nodes lose and double nothing when one node is killed and then cut off',
  async () => {
    if (typeof galera === 'string') return;
    const { first, second, other, rig, servers } = await setUp(await startTestGalera(galera));
    const callbacks = Array.from({ length: CALLBACKS_PER_SECOND * LOAD_SECONDS }, (_, index) =>
      inboundCallback(customerOf(index), `in ${index}`),
    );
    const texts = Array.from({ length: SENDS_PER_SECOND * LOAD_SECONDS }, (_, index) => `out ${index}`);

    const answers = new Map<string, number>();
    const [attempts, sends] = await Promise.all([
      atRate(CALLBACKS_PER_SECOND, callbacks.length, (index) =>
        deliverToAny(rig, servers, index, callbacks[index]?.raw ?? ''),
      ),
      atRate(SENDS_PER_SECOND, texts.length, (index) =>
        sendToAny(rig, servers, index, texts[index] ?? '', answers),
      ),
      hurt(first, second, other),
    ]);
    console.log(
      `${callbacks.length} callbacks in ${sum(attempts)} attempts, ${texts.length} sends; answers to them: ${JSON.stringify(Object.fromEntries(answers))}`,
    );

    await untilReady(servers);
    await expireLanes(rig);
    await settle(rig, 60_000);
    await passTime(rig, 61);
    await untilSent(rig, 60_000);
    await settle(rig, 60_000);

    const history = (await Promise.all(customers.map((waId) => historyOf(rig, waId)))).flat();
    const inbound = history.filter(({ direction }) => direction === 'inbound');
    expect(inbound.map(({ platformId }) => platformId).toSorted()).toEqual(
      callbacks.map(({ platformId }) => platformId).toSorted(),
    );
    const outbound = history.filter(({ direction }) => direction === 'outbound');
    expect(outbound.map(({ content }) => content).toSorted()).toEqual(texts.toSorted());
    expect(outbound.map(({ id }) => id).toSorted()).toEqual(sends.toSorted());
    const atPlatform = await acceptedByPlatform(rig);
    expect(outbound.map(({ id }) => [id, atPlatform.get(id)]).filter(([, times]) => times !== 1)).toEqual([]);
    await expectConsistent(rig);
    await expectSameData([first, second, other]);
  },
  400_000,
);

/** Starts an API server on each of two of the nodes, and stops everything after the test. */
async function setUp(cluster: Awaited<ReturnType<typeof startTestGalera>>) {
  onTestFinished(() => cluster.stop());
  const [first, second, other] = cluster.nodes;
  if (!first || !second || !other) throw new Error('a cluster has three nodes');
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const environment = { EMBEDDED_DATABASE: '0', REDIS_URL: redis.url, DRAIN_DELAY_SECONDS: '0' };
  const rig = await setUpRig({ databaseUrl: first.url, environment });
  const elsewhere = await prepareServer({
    ...{ databaseUrl: second.url, graphUrl: rig.platform.url },
    environment: { ...environment, DATA_DIR: rig.dataDir },
  });
  onTestFinished(() => elsewhere.kill());
  await elsewhere.start();
  return { first, second, other, rig, servers: [rig.server, elsewhere] as const };
}

/** Kills one node and starts it again; then cuts it off from the others while its clients still reach it; kills a third one. */
async function hurt(first: GaleraNode, second: GaleraNode, other: GaleraNode): Promise<void> {
  await sleep(3_000);
  await second.kill();
  await sleep(2_000);
  await second.start();
  await sleep(3_000);
  await second.isolate(true);
  await eventually(async () => (await second.status('wsrep_cluster_status')) === 'non-Primary', 30_000);
  await sleep(2_000);
  await second.isolate(false);
  await eventually(async () => (await second.status('wsrep_local_state')) === '4', 30_000);
  await other.kill();
  await sleep(2_000);
  await other.start();
  expect(await first.status('wsrep_cluster_size')).toBe('3');
}

/** Gives a callback to one server after the other until one answers 200, as the platform does through a balancer. */
async function deliverToAny(
  rig: Rig,
  servers: readonly ServerProcess[],
  from: number,
  raw: string,
): Promise<number> {
  return untilTaken(
    servers,
    from,
    async (server) => ((await postRaw({ ...rig, server }, raw)) === 200 ? true : null),
    (_, tries) => tries,
  );
}

/** Sends under one Idempotency-Key, at one server after the other, until one has accepted it. */
async function sendToAny(
  rig: Rig,
  servers: readonly ServerProcess[],
  from: number,
  content: string,
  answers: Map<string, number>,
): Promise<string> {
  const key = randomUUID();
  return untilTaken(
    servers,
    from,
    async ({ url }) => {
      const body = { contactId: customerOf(from * 3), type: 'text', content };
      const headers = { ...bearer(rig.workspace.apiKey), 'idempotency-key': key };
      const answer = await call(`${url}/api/v1/messages/send`, { method: 'POST', body, headers }).catch(
        () => null,
      );
      const kind = `${answer?.status ?? 'none'} ${answer?.body.error?.code ?? ''}`.trim();
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
      return answer?.status === 201 ? String(answer.body.id) : null;
    },
    (id) => id,
  );
}

async function untilTaken<Taken, Result>(
  servers: readonly ServerProcess[],
  from: number,
  give: (server: ServerProcess) => Promise<Taken | null>,
  asResult: (taken: Taken, tries: number) => Result,
): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let tries = 1; Date.now() < deadline; tries += 1) {
    const server = servers[(from + tries) % servers.length];
    const taken = server ? await give(server) : null;
    if (taken !== null) return asResult(taken, tries);
    await sleep(RETRY_MS);
  }
  throw new Error(`no server took it:\n${servers.map((server) => server.output()).join('\n')}`);
}

async function untilReady(servers: readonly ServerProcess[]): Promise<void> {
  for (const { url } of servers)
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 200, 60_000);
}

/** Compares the content of every table of all nodes. */
async function expectSameData(nodes: readonly GaleraNode[]): Promise<void> {
  // Servers note the time every few seconds in these.
  const moving = new Set(['servers', 'database_clock']);
  await eventually(async () => {
    const [first, ...others] = await Promise.all(nodes.map(({ url }) => checksums(url, moving)));
    return others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  });
}

async function checksums(url: string, without: ReadonlySet<string>): Promise<unknown> {
  const connection = await createConnection({ uri: url });
  try {
    await connection.query('SET SESSION wsrep_sync_wait = 15');
    const [tables] = await connection.query<(RowDataPacket & { name: string })[]>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY 1",
    );
    const names = tables.map(({ name }) => name).filter((name) => !without.has(name));
    const [sums] = await connection.query(`CHECKSUM TABLE ${names.map((name) => `\`${name}\``).join(', ')}`);
    return sums;
  } finally {
    await connection.end();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
