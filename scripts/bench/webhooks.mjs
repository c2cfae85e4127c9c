// Webhook deliveries per second, compared with a bare loop of signed undici POSTs to the same receiver,
// alternating; and the time from an event to its first attempt, at a steady rate of events.

import { execFileSync, fork } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { freePort, waitUntilReady } from './processes.mjs';
import { record } from './results.mjs';
import { tenantKey } from './tenant-key.mjs';

const ENDPOINTS = 4;
/** The server's concurrency: four endpoints with four deliveries in flight each. */
const CONCURRENCY = 16;
const DELIVERIES = 12_000;
const ROUNDS = 3;
const EVENTS_PER_SECOND = 200;
const SECRET_KEY = 'a benchmark secret of more than 32 characters';
const APP_SECRET = '0123456789abcdef0123456789abcdef';

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Runs the benchmark and prints the results. `--deliveries 2000 --seconds 5` make it shorter. */
export async function bench(args = []) {
  const deliveries = Number(optionOf(args, '--deliveries') ?? DELIVERIES);
  const seconds = Number(optionOf(args, '--seconds') ?? 15);
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const children = [];
  const start = async (entry, environment, isReady = true) => {
    const child = fork(entry, [], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    if (isReady) await once(child, 'message');
    return child;
  };
  try {
    const [apiPort, receiverPort] = [await freePort(), await freePort()];
    const environment = { DATABASE_URL: database.url, SECRET_KEY, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
    const receiver = await start(here('./bare/receiver.mjs'), { PORT: String(receiverPort) });
    const receiverUrl = `http://127.0.0.1:${receiverPort}`;
    const admin = (...words) =>
      JSON.parse(
        execFileSync(process.execPath, [join(dist, 'admin.js'), ...words, '--json'], {
          encoding: 'utf8',
          env: { ...process.env, ...environment },
        }),
      );
    const fast = makeTenant(admin, 'fast', ENDPOINTS, `${receiverUrl}/`);
    const timed = makeTenant(admin, 'timed', 1, `${receiverUrl}/timed`);
    const limits = { RATE_LIMIT_KEY_PER_MINUTE: '1000000000', RATE_LIMIT_TENANT_PER_MINUTE: '1000000000' };
    const server = { ...environment, ...limits, PORT: String(apiPort), LOG_LEVEL: 'warn' };
    await start(join(dist, 'main.js'), server, false);
    await waitUntilReady({ url: `http://127.0.0.1:${apiPort}/readyz` });

    const connection = await mysql.createConnection(database.url);
    const body = JSON.stringify({ id: 'evt', timestamp: new Date().toISOString(), data: 'x'.repeat(1_200) });
    const task = { url: `${receiverUrl}/`, body, secret: fast.secrets[0], concurrency: CONCURRENCY };
    const bare = await start(here('./bare/deliver.mjs'), { TASK: JSON.stringify(task) });
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await oursPerSecond(connection, receiver, fast, body, deliveries);
      receiver.send('reset');
      bare.send(deliveries);
      await once(bare, 'message');
      const floor = rateOf(await reportOf(receiver));
      // The first round warms up.
      if (round > 0) rounds.push({ ours, floor, ratio: ours / floor });
    }
    rounds.sort((a, b) => a.ratio - b.ratio);
    const { ours, floor, ratio } = rounds[Math.floor(rounds.length / 2)];
    const all = rounds.map((round) => round.ratio.toFixed(2)).join(' ');
    record({
      id: 'webhooks/deliveries',
      name: `deliveries, ${CONCURRENCY} at a time`,
      ...{ unit: '/s', ours, floor, ratio, rounds: rounds.map((round) => round.ratio) },
      aim: { figure: 'ratio', atLeast: 0.6 },
    });
    console.log(
      `deliveries, ${CONCURRENCY} at a time: ratio ${ratio.toFixed(2)} (${all}; aim 0.6)  ours ${ours.toFixed(0)}/s, floor ${floor.toFixed(0)}/s`,
    );

    receiver.send('reset');
    await eventsAtRate(`http://127.0.0.1:${apiPort}/api/v1/webhook/${timed.tenantId}`, seconds);
    const { delays } = await whenCounted(receiver, EVENTS_PER_SECOND * seconds);
    delays.sort((a, b) => a - b);
    const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
    record({
      id: 'webhooks/first-attempt',
      name: `from an event to its first attempt, open loop, ${EVENTS_PER_SECOND} events/s`,
      ...{ unit: 'ms', ours: at(0.99), ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99) } },
      aim: { figure: 'p99', atMost: 200 },
    });
    console.log(
      `from an event to its first attempt, ${EVENTS_PER_SECOND} events/s for ${seconds} s: p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms (aim 200), longest ${at(1).toFixed(0)} ms`,
    );
    await connection.end();
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function makeTenant(admin, name, endpoints, url) {
  const { tenantId } = admin(
    ...['tenant', 'create', '--name', name, '--owner-email', `${name}@example.com`],
    ...['--owner-password', 'a benchmark password'],
  );
  admin(
    ...['cloud-api', 'set', '--tenant', tenantId, '--no-verify', '--app-id', '100', '--waba-id', '200'],
    ...['--app-secret', APP_SECRET, '--access-token', 'EAAbench', '--phone-number-id', '300'],
  );
  const made = Array.from({ length: endpoints }, () =>
    admin('webhook', 'create', '--tenant', tenantId, '--url', url, '--events', 'message.received'),
  );
  return {
    tenantId,
    endpoints: made.map(({ id }) => tenantKey(id.slice(id.indexOf('_') + 1))),
    secrets: made.map(({ secret }) => secret),
  };
}

/**
 * Fills the queue with deliveries that are not due, makes them due at once, and counts them at the receiver.
 */
async function oursPerSecond(connection, receiver, tenant, body, deliveries) {
  const tenantId = tenantKey(tenant.tenantId);
  const events = Array.from({ length: deliveries / ENDPOINTS }, () => randomBytes(16));
  const far = '2100-01-01 00:00:00.000';
  for (let at = 0; at < events.length; at += 500) {
    const some = events.slice(at, at + 500);
    await connection.query('INSERT INTO webhook_events (id, tenant_id, type, body, created_at) VALUES ?', [
      some.map((id) => [id, tenantId, 'message.received', body, new Date()]),
    ]);
    for (const endpoint of tenant.endpoints) {
      await connection.query(
        `INSERT INTO webhook_deliveries (id, tenant_id, endpoint_id, event_id, type, cause, visible_at, created_at) VALUES ?`,
        [
          some.map((id) => [
            randomBytes(16),
            tenantId,
            endpoint,
            id,
            'message.received',
            'event',
            far,
            new Date(),
          ]),
        ],
      );
    }
  }
  receiver.send('reset');
  await connection.query(
    'UPDATE webhook_deliveries SET visible_at = UTC_TIMESTAMP(3) WHERE tenant_id = ? AND state = 0',
    [tenantId],
  );
  return rateOf(await whenCounted(receiver, deliveries));
}

async function reportOf(receiver) {
  receiver.send('report');
  return (await once(receiver, 'message'))[0];
}

/** Returns the receiver's report once all deliveries have arrived. */
async function whenCounted(receiver, count) {
  const deadline = Date.now() + 180_000;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const report = await reportOf(receiver);
    if (report.count >= count) return report;
    if (Date.now() > deadline) throw new Error(`only ${report.count} of ${count} were delivered`);
  }
}

const rateOf = ({ count, seconds }) => count / seconds;

/** Sends messages from customers at a steady rate, whether or not the server keeps up. */
async function eventsAtRate(callback, seconds) {
  const all = [];
  const begin = performance.now();
  for (let index = 0; index < EVENTS_PER_SECOND * seconds; index += 1) {
    const wait = begin + (index * 1_000) / EVENTS_PER_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    all.push(postMessage(callback, index));
  }
  await Promise.all(all);
}

async function postMessage(callback, index) {
  const message = {
    from: `1555020${String(index % 500).padStart(4, '0')}`,
    id: `wamid.${randomBytes(12).toString('base64')}`,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    type: 'text',
    text: { body: `message ${index}` },
  };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550109000', phone_number_id: '300' },
    messages: [message],
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '200', changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex');
  const answer = await fetch(callback, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  });
  if (answer.status !== 200) throw new Error(`the callback returned ${answer.status}`);
}

function optionOf(args, name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
