// Durable callbacks per second at our callback URL, compared with a bare server that only verifies the
// signature and inserts the raw body. The two alternate, and the backlog is processed before the other's
// turn.
import { execFileSync, fork } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import mysql from 'mysql2/promise';
import { openLoop } from './open-loop.mjs';
import { freePort, processorMs, waitUntilReady } from './processes.mjs';
import { median, record } from './results.mjs';
import { tenantKey } from './tenant-key.mjs';

const SECRET_KEY = 'a benchmark secret of more than 32 characters';
const APP_SECRET = '0123456789abcdef0123456789abcdef';
const PHONE_NUMBER_ID = '300';
const CONNECTIONS = [1, 32];
const PER_SECOND = 500;

/** The password of the owners that `makeTenant` creates. */
export const OWNER_PASSWORD = 'a benchmark password';

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Runs the benchmark and prints the results. `--seconds 2`, `--rounds 3` and `--rate 500` change its size.
 */
export async function bench(args = []) {
  const seconds = Number(optionOf(args, '--seconds') ?? 3);
  const rounds = Number(optionOf(args, '--rounds') ?? 5);
  const perSecond = Number(optionOf(args, '--rate') ?? PER_SECOND);
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const children = [];
  const connection = await mysql.createConnection(database.url);
  try {
    const [apiPort, floorPort] = [await freePort(), await freePort()];
    const environment = { DATABASE_URL: database.url, SECRET_KEY, GRAPH_URL: 'http://127.0.0.1:9' };
    const tenantId = makeTenant(environment);
    children.push(
      start(join(dist, 'main.js'), { ...environment, PORT: String(apiPort), LOG_LEVEL: 'error' }),
    );
    await waitUntilReady({ url: `http://127.0.0.1:${apiPort}/readyz` });
    const floorEnvironment = {
      APP_SECRET,
      TENANT: tenantKey(tenantId).toString('hex'),
      PORT: String(floorPort),
    };
    children.push(start(here('./bare/callback-server.mjs'), { ...environment, ...floorEnvironment }));
    const ours = `http://127.0.0.1:${apiPort}/api/v1/webhook/${tenantId}`;
    const floor = `http://127.0.0.1:${floorPort}/`;
    await waitUntilListening(floor);
    const drain = () => waitUntilProcessed(connection);

    console.log(
      `Each response follows the commit. ${rounds} × ${seconds} s each, alternating; ratio: the median round.`,
    );
    const spent = (target) => processorMs(children[target === ours ? 0 : 1].pid) ?? Number.NaN;
    for (const connections of CONNECTIONS) {
      const costs = { ours: [], floor: [] };
      const results = await alternating(rounds, async (target, isWarmUp) => {
        const before = spent(target);
        const { rate, count } = await full(target, { connections, seconds: isWarmUp ? 1 : seconds });
        if (target === ours) await drain();
        if (!isWarmUp) costs[target === ours ? 'ours' : 'floor'].push((spent(target) - before) / count);
        return rate;
      });
      results.sort((a, b) => a.ours / a.floor - b.ours / b.floor);
      const middle = results[Math.floor(results.length / 2)];
      const all = results.map((one) => (one.ours / one.floor).toFixed(2)).join(' ');
      record({
        id: `callbacks/stored/${connections}`,
        name: `callbacks stored; connections: ${connections}`,
        ...{ unit: '/s', ours: middle.ours, floor: middle.floor, ratio: middle.ours / middle.floor },
        rounds: results.map((one) => one.ours / one.floor),
        aim: { figure: 'ratio', atLeast: 0.7 },
      });
      console.log(
        `${String(connections).padStart(2)} connections: ratio ${(middle.ours / middle.floor).toFixed(2)} (${all}; aim 0.7)` +
          `  ours ${middle.ours.toFixed(0)}/s, floor ${middle.floor.toFixed(0)}/s;` +
          `  server CPU time: ${micro(costs.ours)} including all processing, floor ${micro(costs.floor)}`,
      );
    }
    const times = await alternating(rounds, async (target, isWarmUp) => {
      const sorted = await openLoop(target, { perSecond, seconds: isWarmUp ? 1 : seconds, next: signed });
      if (target === ours) await drain();
      return sorted;
    });
    const p99 = (side) => median(times.map((one) => at(one[side], 0.99)));
    const ratios = times.map((one) => at(one.ours, 0.99) / at(one.floor, 0.99));
    record({
      id: 'callbacks/open-loop',
      name: `callbacks, open loop, ${perSecond}/s: p99 of a round`,
      ...{ unit: 'ms', ours: p99('ours'), floor: p99('floor'), ratio: median(ratios), rounds: ratios },
      ms: { p50: median(times.map((one) => at(one.ours, 0.5))), p99: p99('ours') },
      aim: { figure: 'p99', atMost: 50 },
    });
    for (const side of ['ours', 'floor']) {
      const p99s = times.map((one) => at(one[side], 0.99)).sort((a, b) => a - b);
      const p50s = times.map((one) => at(one[side], 0.5)).sort((a, b) => a - b);
      console.log(
        `${perSecond}/s, open loop, ${side.padEnd(5)}: p50 ${p50s[Math.floor(rounds / 2)].toFixed(1)} ms, p99 of the rounds ${p99s
          .map((one) => one.toFixed(1))
          .join(' ')} ms (aim < 50)`,
      );
    }

    async function alternating(count, measure) {
      await measure(ours, true);
      await measure(floor, true);
      const results = [];
      for (let round = 0; round < count; round += 1)
        results.push({ ours: await measure(ours, false), floor: await measure(floor, false) });
      return results;
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await connection.end();
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends callbacks at full speed: each connection sends the next one after the previous response. */
async function full(url, { connections, seconds }) {
  const target = new URL(url);
  const result = await autocannon({
    url: target.origin,
    connections,
    duration: seconds,
    requests: [{ method: 'POST', path: target.pathname, setupRequest: (one) => ({ ...one, ...signed() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
  return { rate: result.requests.average, count: result.requests.total };
}

/**
 * Returns a signed callback with one status of an unknown message, because most callbacks are statuses: 700
 * bytes, never the same twice.
 */
export function signed() {
  const id = `wamid.${randomBytes(24).toString('base64')}`;
  const status = {
    ...{
      id,
      status: 'delivered',
      timestamp: String(Math.floor(Date.now() / 1_000)),
      recipient_id: '15550100123',
    },
    conversation: { id: randomBytes(16).toString('hex'), origin: { type: 'service' } },
    pricing: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
  };
  return signedCallback({ statuses: [status] });
}

/** Returns a callback of the platform with this value, signed over its exact bytes. */
export function signedCallback(content) {
  const metadata = { display_phone_number: '15550109000', phone_number_id: PHONE_NUMBER_ID };
  const value = { messaging_product: 'whatsapp', metadata, ...content };
  const entry = [{ id: '200', changes: [{ field: 'messages', value }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'x-hub-signature-256': signature,
    },
  };
}

/** Waits until no stored callback is left to process. */
export async function waitUntilProcessed(connection) {
  for (;;) {
    const [[row]] = await connection.query('SELECT COUNT(*) AS open FROM inbound_callbacks WHERE state = 0');
    if (row.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Waits until a server answers a POST, whatever it answers. */
export async function waitUntilListening(url) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const response = await fetch(url, { method: 'POST', body: '' }).catch(() => null);
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not respond within 20 s`);
}

/** Creates a workspace that is connected, and its owner, who has `OWNER_PASSWORD`; returns its id. */
export function makeTenant(environment, email = `bench-${randomBytes(4).toString('hex')}@example.com`) {
  const admin = (...words) =>
    JSON.parse(
      execFileSync(process.execPath, [join(dist, 'admin.js'), ...words, '--json'], {
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      }),
    );
  const { tenantId } = admin(
    ...['tenant', 'create', '--name', 'Bench', '--owner-email', email],
    ...['--owner-password', OWNER_PASSWORD],
  );
  admin(
    ...['cloud-api', 'set', '--tenant', tenantId, '--no-verify', '--app-id', '100', '--waba-id', '200'],
    ...['--app-secret', APP_SECRET, '--access-token', 'EAAbench', '--phone-number-id', PHONE_NUMBER_ID],
  );
  return tenantId;
}

/** Starts a server of the benchmark. */
export function start(entry, environment) {
  return fork(entry, [], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function micro(milliseconds) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return `${(at(sorted, 0.5) * 1_000).toFixed(0)} µs`;
}

/** Returns the value below which a share of sorted values lies. */
export function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the value of an option of the command line. */
export function optionOf(args, name) {
  const place = args.indexOf(name);
  return place < 0 ? undefined : args[place + 1];
}
