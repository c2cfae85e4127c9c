// How long the built server takes until it is ready: with an empty database, with a migrated one, and after `kill -9` with
// callbacks that are not processed yet; and its memory while idle, under load and after it. Beside a bare server.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import {
  makeTenant,
  signed,
  signedCallback,
  start,
  waitUntilListening,
  waitUntilProcessed,
} from './callbacks.mjs';
import { openLoop } from './open-loop.mjs';
import { freePort, memoryOf, timed, withDatabase } from './processes.mjs';
import { median, record } from './results.mjs';

const SECRET_KEY = 'a benchmark secret of more than 32 characters';
const APP_SECRET = '0123456789abcdef0123456789abcdef';
/** Messages of customers in one callback, and callbacks at the same time, when the server is killed. */
const PER_CALLBACK = 20;
const AT_ONCE = 16;
const CUSTOMERS = 500;
const LOAD_PER_SECOND = 300;
const READY_MS = 120_000;

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** Runs the benchmark. `--rounds 5`, `--messages 10000` (when it is killed) and `--seconds 30` (of load) change its size. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      messages: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '30' },
    },
  });
  const [rounds, messages, seconds] = [values.rounds, values.messages, values.seconds].map(Number);
  await withDatabase({}, async ({ url, dataDir, seconds: databaseSeconds }) => {
    console.log(`the database itself, with an empty folder: ${(databaseSeconds * 1_000).toFixed(0)} ms`);
    record({
      ...{ id: 'start/database', name: 'start of the database in an empty folder', unit: 'ms' },
      ours: databaseSeconds * 1_000,
    });
    const connection = await mysql.createConnection(url);
    try {
      const place = { connection, url, dataDir, database: new URL(url).pathname.slice(1) };
      const times = { first: [], again: [], bare: [] };
      for (let round = 0; round < rounds; round += 1) await startInTurns(place, times);
      reportStarts(times);
      const environment = environmentOf(place);
      const tenantId = makeTenant(environment);
      await measureRecovery(place, { tenantId, messages, started: median(times.again) });
      await measureMemory(place, { tenantId, seconds });
    } finally {
      await connection.end();
    }
  });
}

/** Starts the server with an empty database and again, and a bare one. */
async function startInTurns(place, times) {
  const { connection, database } = place;
  await connection.query(`DROP DATABASE ${database}`);
  await connection.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  await connection.query(`USE ${database}`);
  for (const kind of ['first', 'again']) {
    const { ms, stop } = await startServer(place);
    times[kind].push(ms);
    await stop();
  }
  const { ms, stop } = await startBare(place);
  times.bare.push(ms);
  await stop();
}

function reportStarts({ first, again, bare }) {
  const kinds = { first: ['first start, empty database', first], again: ['start, migrated database', again] };
  for (const [kind, [name, list]] of Object.entries(kinds)) {
    const ratios = list.map((ms, round) => ms / bare[round]);
    record({
      ...{ id: `start/${kind}`, name: `${name}: until ready`, unit: 'ms', ours: median(list) },
      ...{ floor: median(bare), beside: 'a bare server with a pool', ratio: median(ratios), rounds: ratios },
    });
    console.log(
      `${name}: ready after ${median(list).toFixed(0)} ms (${list.map((ms) => ms.toFixed(0)).join(' ')}), ` +
        `a bare server ${median(bare).toFixed(0)} ms: × ${median(ratios).toFixed(1)}`,
    );
  }
}

/** Kills the server while it has callbacks that are stored and not processed, and starts it again. */
async function measureRecovery(place, { tenantId, messages, started }) {
  const server = await startServer(place);
  let left = Math.ceil(messages / PER_CALLBACK);
  const clients = Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1;
      await post(`${server.url}/api/v1/webhook/${tenantId}`, callbackOf(left));
    }
  });
  await Promise.all(clients);
  await server.kill();
  const [[{ waiting }]] = await place.connection.query(
    'SELECT COUNT(*) AS waiting FROM inbound_callbacks WHERE state = 0',
  );
  const again = await startServer(place);
  const { seconds } = await timed(() => waitUntilProcessed(place.connection));
  await again.stop();
  record({
    ...{
      id: 'start/recovery',
      name: `start after kill -9, ${waiting} callbacks of ${PER_CALLBACK} messages waiting`,
    },
    ...{ unit: 'ms', ours: again.ms, floor: started, beside: 'the start without', ratio: again.ms / started },
    aim: { figure: 'ours', atMost: 15_000 },
  });
  record({
    ...{ id: 'start/recovered', name: 'from kill -9 until nothing waits' },
    ...{ unit: 'ms', ours: again.ms + seconds * 1_000, aim: { figure: 'ours', atMost: 15_000 } },
  });
  console.log(
    `kill -9 with ${waiting} callbacks of ${PER_CALLBACK} messages waiting: ready after ${again.ms.toFixed(0)} ms, ` +
      `nothing waits after ${(again.ms + seconds * 1_000).toFixed(0)} ms (aim < 15 s)`,
  );
}

async function measureMemory(place, { tenantId, seconds }) {
  const bare = await startBare(place);
  const server = await startServer(place);
  const target = `${server.url}/api/v1/webhook/${tenantId}`;
  await sleep(5_000);
  const idle = { ours: memoryOf(server.pid).now, floor: memoryOf(bare.pid).now };
  await openLoop(target, { perSecond: LOAD_PER_SECOND, seconds, next: signed });
  await waitUntilProcessed(place.connection);
  await sleep(seconds * 1_000);
  const { now, peak } = memoryOf(server.pid);
  await server.stop();
  await bare.stop();
  const load = `${LOAD_PER_SECOND} callbacks/s for ${seconds} s`;
  const rows = {
    idle: ['idle', idle.ours],
    peak: [`at most, ${load}`, peak],
    after: [`idle again, after ${load}`, now],
  };
  for (const [id, [name, ours]] of Object.entries(rows))
    record({
      ...{ id: `start/memory-${id}`, name: `memory, ${name}`, unit: 'MB', ours, floor: idle.floor },
      ...{ beside: 'a bare server with a pool, idle', ratio: ours / idle.floor },
    });
  console.log(
    `memory: ${idle.ours} MB idle (a bare server ${idle.floor}), ${peak} at most with ${load}, ${now} when idle again`,
  );
}

/** Starts the built server as the only one of its database; resolves when it is ready. */
async function startServer(place) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = start(join(dist, 'main.js'), {
    ...environmentOf(place),
    PORT: String(port),
    EMBEDDED_DATABASE: '1',
  });
  await untilReady(`${url}/readyz`, child);
  return { url, pid: child.pid, ms: performance.now() - begin, ...endings(child) };
}

/** Starts a server with a pool of connections and nothing else. */
async function startBare(place) {
  const port = await freePort();
  const begin = performance.now();
  const child = start(fileURLToPath(new URL('./bare/callback-server.mjs', import.meta.url)), {
    ...{ DATABASE_URL: place.url, PORT: String(port), APP_SECRET, TENANT: '00'.repeat(16) },
  });
  await waitUntilListening(`http://127.0.0.1:${port}/`);
  return { pid: child.pid, ms: performance.now() - begin, ...endings(child) };
}

function endings(child) {
  const end = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Asks more often than `waitUntilReady`, because the time itself is measured. */
async function untilReady(url, child) {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error(`${url} was not ready within ${READY_MS / 1_000} s`);
    await sleep(20);
  }
}

function environmentOf({ url, dataDir }) {
  return {
    ...{ DATABASE_URL: url, SECRET_KEY, DATA_DIR: join(dataDir, 'files'), GRAPH_URL: 'http://127.0.0.1:9' },
    ...{ LOG_LEVEL: 'error', DRAIN_DELAY_SECONDS: '0' },
  };
}

let sent = 0;

function callbackOf(index) {
  const from = String(15550400000 + (index % CUSTOMERS));
  const messages = Array.from({ length: PER_CALLBACK }, () => {
    sent += 1;
    const id = `wamid.bench${process.pid}.${sent}`;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return { from, id, type: 'text', text: { body: `Message ${sent}` }, timestamp };
  });
  return signedCallback({ contacts: [{ profile: { name: 'Customer' }, wa_id: from }], messages });
}

/** Hands a callback over, and again after a moment when the server has too many, as the platform does. */
async function post(url, { body, headers }) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url, { method: 'POST', body, headers });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await sleep(200);
  }
  throw new Error(`${url} did not accept a callback within 100 tries`);
}
