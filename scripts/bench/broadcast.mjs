// A broadcast in a workspace with a live inbox: how fast callbacks are stored and replies of people reach the platform, with
// and without the broadcast, alternating in one run: it is paused and resumed. Once for each size of the audience.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { at, makeTenant, optionOf, signed, signedCallback, start } from './callbacks.mjs';
import { fillContacts } from './fill-contacts.mjs';
import { openLoop } from './open-loop.mjs';
import { freePort, processorMs, waitUntilReady } from './processes.mjs';
import { record } from './results.mjs';
import { tenantKey } from './tenant-key.mjs';

const SECRET_KEY = 'a benchmark secret of more than 32 characters';
/** How many people the broadcasts are for; after a stroke, how many contacts their workspaces have. */
const SIZES = ['10000', '100000', '100000/1000000'];
const CUSTOMERS = 40;
const TAG = 'bench';
/** What a broadcast itself and its readers cause: reports of the platform, beside the messages of customers. */
const CALLBACKS_PER_SECOND = 100;
/** One in this many callbacks is a message of a customer. */
const MESSAGE_SHARE = 10;
const REPLIES_PER_SECOND = 4;
const SETTLE_MS = 3_000;
/** Replies wait no longer than without the broadcast; a tenth is what rounds without one differ by. */
const REPLY_AIM = { figure: 'ratio', atMost: 1.1 };

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Runs the benchmark and prints the results. `--sizes 10000,100000/1000000`, `--rounds 4` and `--seconds 8` change its size. */
export async function bench(args = []) {
  const sizes = (optionOf(args, '--sizes')?.split(',') ?? SIZES).map(sizeOf);
  const rounds = Number(optionOf(args, '--rounds') ?? 4);
  const seconds = Number(optionOf(args, '--seconds') ?? 8);
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const children = [];
  const connection = await mysql.createConnection(database.url);
  try {
    const [apiPort, platformPort] = [await freePort(), await freePort()];
    const environment = {
      ...{ DATABASE_URL: database.url, SECRET_KEY, GRAPH_URL: `http://127.0.0.1:${platformPort}` },
      ...{ RATE_LIMIT_KEY_PER_MINUTE: '1000000000', RATE_LIMIT_TENANT_PER_MINUTE: '1000000000' },
    };
    const tenants = sizes.map(() => makeTenant(environment));
    children.push(start(here('./platform-stand-in.mjs'), { PORT: String(platformPort) }));
    const server = start(join(dist, 'main.js'), {
      ...environment,
      PORT: String(apiPort),
      LOG_LEVEL: 'error',
    });
    children.push(server);
    await waitUntilReady({ url: `http://127.0.0.1:${apiPort}/readyz` });
    console.log(
      `${CALLBACKS_PER_SECOND} callbacks/s (one in ${MESSAGE_SHARE} a customer's message) and ${REPLIES_PER_SECOND} replies/s; ` +
        `${rounds} × ${seconds} s without and with the broadcast, alternating; medians of the rounds.`,
    );
    for (const [index, size] of sizes.entries()) {
      const tenantId = tenants[index];
      await prepare(connection, database.url, tenantId, size);
      const workspace = {
        ...{ tenantId, ...size, rounds, seconds, server },
        base: `http://127.0.0.1:${apiPort}`,
      };
      await measure(connection, { ...workspace, key: keyOf(environment, tenantId) });
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await connection.end();
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Reads `100000/1000000`: a tag that 100,000 of 1,000,000 contacts have. A number alone is all contacts. */
function sizeOf(text) {
  const [people, contacts = people] = text.split('/').map(Number);
  return { people, contacts };
}

function keyOf(environment, tenantId) {
  const words = ['key', 'create', '--tenant', tenantId, '--name', 'bench', '--json'];
  const env = { ...process.env, ...environment };
  return JSON.parse(
    execFileSync(process.execPath, [join(dist, 'admin.js'), ...words], { encoding: 'utf8', env }),
  ).key;
}

/** Adds the contacts, those of the tag, and a template that the platform has approved. */
async function prepare(connection, url, tenantId, { people, contacts }) {
  // The customers who write are among them.
  await fillContacts(url, tenantId, contacts - CUSTOMERS, {
    nextPerson: (index) => ({ name: `Person ${index}`, phone: String(551190000000 + index), status: 'cold' }),
  });
  if (people < contacts)
    await connection.query(
      `INSERT INTO contact_tags (tenant_id, tag, contact_id)
       SELECT tenant_id, ?, id FROM contacts WHERE tenant_id = ? ORDER BY id LIMIT ?`,
      [TAG, tenantKey(tenantId), people],
    );
  const components = JSON.stringify([
    { type: 'BODY', text: 'Hi {{1}}, we open on Friday.', example: { body_text: [['Ada']] } },
  ]);
  await connection.query(
    `INSERT INTO templates (id, tenant_id, platform_id, name, language, status, category, parameter_format, components, search_text, seen_at, created_at, updated_at)
     VALUES (?, ?, '1', 'spring', 'en', 'APPROVED', 'MARKETING', 'POSITIONAL', ?, 'spring', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    [randomBytes(16), tenantKey(tenantId), components],
  );
}

async function measure(connection, { tenantId, people, contacts, rounds, seconds, server, base, key }) {
  const callbackUrl = `${base}/api/v1/webhook/${tenantId}`;
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const created = async () => {
    const [[row]] = await connection.query(
      'SELECT COUNT(*) AS count FROM messages WHERE tenant_id = ? AND broadcast_id IS NOT NULL',
      [tenantKey(tenantId)],
    );
    return row.count;
  };
  const phase = async () => {
    const before = {
      created: await created(),
      cpu: processorMs(server.pid) ?? Number.NaN,
      at: performance.now(),
    };
    const replies = repliesDuring(call, seconds);
    const callbacks = await openLoop(callbackUrl, {
      ...{ perSecond: CALLBACKS_PER_SECOND, seconds },
      next: nextCallback,
    });
    const replied = await replies;
    const took = (performance.now() - before.at) / 1_000;
    return {
      ...{ callbackP50: at(callbacks, 0.5), callbackP99: at(callbacks, 0.99) },
      ...{ replyP50: at(replied, 0.5), replyP95: at(replied, 0.95) },
      perSecond: ((await created()) - before.created) / took,
      cpu: ((processorMs(server.pid) ?? Number.NaN) - before.cpu) / took / 10,
    };
  };
  // Customers write first, so that their reply windows are open.
  await openLoop(callbackUrl, { perSecond: 40, seconds: 2, next: () => messageOf(sent++) });
  await sleep(SETTLE_MS);
  await phase();

  const startedAt = performance.now();
  const { id } = await call('POST', '/broadcasts', {
    ...{ name: 'Spring', audience: people < contacts ? { tag: TAG } : { all: true } },
    template: {
      ...{ name: 'spring', language: 'en' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: '{{contact.first_name|there}}' }] }],
    },
  });
  const createMs = performance.now() - startedAt;
  const sides = { without: [], with: [] };
  const reads = [];
  for (let round = 0; round < rounds; round += 1) {
    await call('POST', `/broadcasts/${id}/pause`);
    await sleep(SETTLE_MS);
    sides.without.push(await phase());
    await call('POST', `/broadcasts/${id}/resume`);
    await sleep(SETTLE_MS);
    sides.with.push(await phase());
    const readAt = performance.now();
    await call('GET', `/broadcasts/${id}`);
    reads.push(performance.now() - readAt);
  }
  const { counts, status } = await call('GET', `/broadcasts/${id}`);
  await call('POST', `/broadcasts/${id}/cancel`).catch(() => undefined);
  const median = (side, name) =>
    at(
      sides[side].map((one) => one[name]).sort((a, b) => a - b),
      0.5,
    );
  const audience = `${people.toLocaleString('en')} people of ${contacts.toLocaleString('en')} contacts`;
  const keep = (figure, name, aim) => {
    const ratios = sides.with.map((one, index) => one[figure] / sides.without[index][figure]);
    record({
      id: `broadcast/${figure}/${people}/${contacts}`,
      name: `${name}, beside a broadcast to ${audience}`,
      ...{ unit: 'ms', ours: median('with', figure), floor: median('without', figure), beside: 'without it' },
      ...{ ratio: median('with', figure) / median('without', figure), rounds: ratios, aim },
      growth: { of: 'contacts', at: contacts, series: `${name}, beside a broadcast` },
    });
  };
  keep('callbackP50', 'callback stored, p50');
  keep('callbackP99', 'callback stored, p99', { figure: 'ours', atMost: 50 });
  keep('replyP50', 'reply until the platform has it, p50', REPLY_AIM);
  keep('replyP95', 'reply until the platform has it, p95', REPLY_AIM);
  record({
    id: `broadcast/messages/${people}/${contacts}`,
    name: `messages of a broadcast to ${audience}`,
    ...{ unit: '/s', ours: median('with', 'perSecond'), rounds: sides.with.map((one) => one.perSecond) },
  });
  const line = (name) => {
    const [without, during] = [median('without', name), median('with', name)];
    return `${without.toFixed(1)} and ${during.toFixed(1)} ms (ratio ${(during / without).toFixed(2)})`;
  };
  console.log(
    [
      `${audience}: ${median('with', 'perSecond').toFixed(0)} messages/s of the broadcast; ` +
        `created in ${createMs.toFixed(0)} ms; its counts read in ${at(
          reads.sort((a, b) => a - b),
          0.5,
        ).toFixed(0)} ms`,
      `  callbacks, without and with: p50 ${line('callbackP50')}, p99 ${line('callbackP99')} (aim < 50)`,
      `  replies until the platform has them: p50 ${line('replyP50')}, p95 ${line('replyP95')}`,
      `  server CPU: ${median('without', 'cpu').toFixed(0)}% and ${median('with', 'cpu').toFixed(0)}% of a core; ` +
        `at the end ${status}, ${counts.sent} sent, ${counts.failed} failed`,
    ].join('\n'),
  );
}

let sent = 0;

/** Returns a report of the platform, or now and then a message of a customer. */
function nextCallback() {
  sent += 1;
  return sent % MESSAGE_SHARE === 0 ? messageOf(sent) : signed();
}

function messageOf(index) {
  const from = customer(index);
  const message = {
    ...{
      from,
      id: `wamid.${randomBytes(24).toString('base64')}`,
      type: 'text',
      text: { body: `Hello ${index}` },
    },
    timestamp: String(Math.floor(Date.now() / 1_000)),
  };
  return signedCallback({ contacts: [{ profile: { name: 'Customer' }, wa_id: from }], messages: [message] });
}

const customer = (index) => String(15550200000 + (index % CUSTOMERS));

/** Sends replies at a fixed rate; returns how long each took until the platform had it, sorted. */
async function repliesDuring(call, seconds) {
  const times = [];
  const running = [];
  const startedAt = performance.now();
  for (let index = 0; index < seconds * REPLIES_PER_SECOND; index += 1) {
    const dueAt = startedAt + (index * 1_000) / REPLIES_PER_SECOND;
    await sleep(Math.max(0, dueAt - performance.now()));
    const body = { contactId: customer(index), type: 'text', content: `Reply ${index}` };
    running.push(call('POST', '/messages/send', body).then(() => times.push(performance.now() - dueAt)));
  }
  await Promise.all(running);
  return times.sort((a, b) => a - b);
}
