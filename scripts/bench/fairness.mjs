// What a workspace notices of a flood of another one on the same server: the times of its requests, callbacks, events and
// webhooks alone and beside each kind of flood, alternating in one run.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { at, makeTenant, OWNER_PASSWORD, optionOf, start } from './callbacks.mjs';
import {
  CUSTOMERS,
  callbackAbout,
  customer,
  FLOODS,
  file,
  importFile,
  rowsOf,
  text,
} from './fairness-floods.mjs';
import { fillContacts } from './fill-contacts.mjs';
import { freePort, signIn, waitUntilReady } from './processes.mjs';
import { record } from './results.mjs';

const SECRET_KEY = 'a benchmark secret of more than 32 characters';
const CONTACTS = 2_000;
/** Of each kind of request of the neighbour. */
const PER_SECOND = 5;
/** A file of contacts that is checked in no time, once its turn has come. */
const FEW = rowsOf(20);
const SETTLE_MS = 2_000;

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Runs the benchmark. `--seconds 8`, `--rounds 3` and `--only reads,sends` change its size. */
export async function bench(args = []) {
  const seconds = Number(optionOf(args, '--seconds') ?? 8);
  const rounds = Number(optionOf(args, '--rounds') ?? 3);
  const only = optionOf(args, '--only')?.split(',');
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const children = [];
  const hooks = await startReceiver();
  try {
    const [apiPort, platformPort] = [await freePort(), await freePort()];
    const environment = {
      ...{
        DATABASE_URL: database.url,
        SECRET_KEY,
        DATA_DIR: join(dataDir, 'files'),
        GRAPH_URL: `http://127.0.0.1:${platformPort}`,
      },
      // Without limits: they would end most floods before they begin.
      ...{ RATE_LIMIT_KEY_PER_MINUTE: '1000000000', RATE_LIMIT_TENANT_PER_MINUTE: '1000000000' },
      ...{ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', RATE_LIMIT_SENDS_PER_SECOND: '1000000' },
    };
    const base = `http://127.0.0.1:${apiPort}`;
    const flood = await prepare(environment, database.url, base, hooks.url);
    const neighbour = await prepare(environment, database.url, base, hooks.url);
    const platform = start(here('./platform-stand-in.mjs'), { PORT: String(platformPort) });
    platform.on('message', ({ served }) => hooks.note(served));
    children.push(platform);
    children.push(
      start(join(dist, 'main.js'), { ...environment, PORT: String(apiPort), LOG_LEVEL: 'fatal' }),
    );
    await waitUntilReady({ url: `${base}/readyz` });
    for (const workspace of [flood, neighbour]) {
      await greet(workspace);
      workspace.dashboard = await signIn(`${base}/api/dashboard`, workspace.owner);
    }
    console.log(
      `The neighbor makes ${PER_SECOND} requests of each kind a second; ${rounds} × ${seconds} s alone and beside each flood, alternating.`,
    );
    for (const [name, floodWith] of Object.entries(FLOODS).filter(([name]) => !only || only.includes(name))) {
      const sides = { alone: [], beside: [] };
      for (let round = 0; round < rounds; round += 1) {
        await sleep(SETTLE_MS);
        sides.alone.push(await measure(neighbour, seconds, hooks));
        const end = await floodWith(flood, seconds);
        await sleep(500);
        sides.beside.push(await measure(neighbour, seconds, hooks));
        console.log(`  flood of ${name}: ${await end()}`);
      }
      report(name, sides);
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
    hooks.close();
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Creates a connected workspace with contacts, a key and a webhook endpoint. */
async function prepare(environment, databaseUrl, base, hookUrl) {
  const env = { ...process.env, ...environment };
  const admin = (...words) =>
    JSON.parse(
      execFileSync(process.execPath, [join(dist, 'admin.js'), ...words, '--json'], { encoding: 'utf8', env }),
    );
  const email = `bench-${randomBytes(4).toString('hex')}@example.com`;
  const tenantId = makeTenant(environment, email);
  const { key } = admin('key', 'create', '--tenant', tenantId, '--name', 'bench');
  admin('webhook', 'create', '--tenant', tenantId, '--url', hookUrl);
  await fillContacts(databaseUrl, tenantId, CONTACTS);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const callback = (messages) => {
    const { body, headers } = callbackAbout(messages);
    return fetch(`${base}/api/v1/webhook/${tenantId}`, { method: 'POST', body, headers });
  };
  return { base, headers, callback, owner: { email, password: OWNER_PASSWORD } };
}

/** Customers write first, so that their reply windows are open. */
async function greet(workspace) {
  await workspace.callback(Array.from({ length: CUSTOMERS }, (_, index) => text(`Hello ${index}`)));
  await sleep(SETTLE_MS);
}

/** Makes requests of each kind at a fixed rate; returns their times from when they were due, sorted. */
async function measure({ base, headers, callback, dashboard }, seconds, hooks) {
  const times = { list: [], send: [], callback: [], webhook: [], file: [], job: [] };
  const kinds = {
    list: () => fetch(`${base}/api/v1/contacts?limit=20`, { headers }),
    send: (index) =>
      fetch(`${base}/api/v1/messages/send`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ contactId: customer(index), type: 'text', content: `Reply ${index}` }),
      }),
    callback: (_index, dueAt) => {
      const body = `in ${randomBytes(8).toString('hex')}`;
      const arrived = hooks.arrival(body).then(() => times.webhook.push(performance.now() - dueAt));
      running.push(arrived);
      return callback([text(body)]);
    },
    fileCallback: (_index, dueAt) => {
      const id = `in-${randomBytes(8).toString('hex')}`;
      const arrived = hooks.arrival(id).then(() => times.file.push(performance.now() - dueAt));
      running.push(arrived);
      return callback([file(id)]);
    },
  };
  const running = [];
  let failed = 0;
  let isOver = false;
  // One after the other: a workspace has few files at a time.
  const jobs = (async () => {
    while (!isOver) {
      const beganAt = performance.now();
      await importFile(dashboard, FEW);
      times.job.push(performance.now() - beganAt);
      await sleep(200);
    }
  })();
  const startedAt = performance.now();
  for (let index = 0; index < seconds * PER_SECOND; index += 1) {
    const dueAt = startedAt + (index * 1_000) / PER_SECOND;
    await sleep(Math.max(0, dueAt - performance.now()));
    for (const [kind, request] of Object.entries(kinds)) {
      running.push(
        request(index, dueAt).then(async (answer) => {
          await answer.arrayBuffer();
          if (answer.ok) times[kind]?.push(performance.now() - dueAt);
          else failed += 1;
        }),
      );
    }
  }
  isOver = true;
  await jobs;
  while (running.length > 0) await running.pop();
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  return { times, failed };
}

const TITLES = {
  list: 'list of 20 contacts',
  send: 'send, until the platform has it',
  callback: 'callback stored',
  webhook: "from a callback to the endpoint's webhook",
  file: 'from a callback to the download of its file',
  job: 'check of a file of 20 contacts, a job',
};

function report(name, { alone, beside }) {
  const all = (side, kind) => side.flatMap(({ times }) => times[kind]).sort((a, b) => a - b);
  console.log(`Beside a flood of ${name}:`);
  for (const [kind, title] of Object.entries(TITLES)) {
    const [before, after] = [all(alone, kind), all(beside, kind)];
    const roundsAt = (side) => side.map(({ times }) => at(times[kind], 0.99));
    const others = roundsAt(beside);
    record({
      id: `fairness/${name}/${kind}`,
      name: `${title}, p99 beside a flood of ${name}`,
      ...{ unit: 'ms', ours: at(after, 0.99), floor: at(before, 0.99), beside: 'alone' },
      ratio: at(after, 0.99) / at(before, 0.99),
      rounds: roundsAt(alone).map((ms, index) => others[index] / ms),
      ms: { p50: at(after, 0.5), p99: at(after, 0.99) },
    });
    const cells = [0.5, 0.99].map((share) => {
      const [one, other] = [at(before, share), at(after, share)];
      return `p${share * 100} ${one.toFixed(0)} and ${other.toFixed(0)} ms (× ${(other / one).toFixed(1)})`;
    });
    console.log(`  ${title.padEnd(42)} ${cells.join(', ')}`);
  }
  const refused = beside.reduce((sum, { failed }) => sum + failed, 0);
  console.log(`  ${refused} of its ${beside.length * count(beside[0])} requests refused`);
}

const count = ({ times, failed }) => times.list.length + times.send.length + times.callback.length + failed;

/** Receives webhooks, and says when the one about a message has come, or `note` was called with its name. */
async function startReceiver() {
  const waiting = new Map();
  const note = (name) => {
    waiting.get(name)?.();
    waiting.delete(name);
  };
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      res.end('ok');
      const text = /"content":"(in [0-9a-f]{16})"/.exec(body)?.[1];
      note(text);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    note,
    arrival: (name) => Promise.race([new Promise((resolve) => waiting.set(name, resolve)), sleep(60_000)]),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
