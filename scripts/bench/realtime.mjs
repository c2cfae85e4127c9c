// From a customer's message at the callback URL to every open dashboard of its workspace, with more and more sockets,
// compared with a bare socket.io server that sends the same event to the same rooms. The two alternate.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import { io } from 'socket.io-client';
import { at, signedCallback, start } from './callbacks.mjs';
import { connectNumber, freePort, memoryOf, OWNER, processorMs, signIn, withServer } from './processes.mjs';
import { median, record } from './results.mjs';
import { tenantKey } from './tenant-key.mjs';

/** What a workspace, a person and a session can have open at one server. */
export const PER_WORKSPACE = 200;
export const PER_PERSON = 20;
export const PER_SESSION = 10;
const CUSTOMERS = 20;
/** Sockets that connect at the same time. */
const AT_ONCE = 20;
const WAIT_MS = 20_000;

/** Runs the benchmark. `--sockets 10,1000`, `--seconds 10`, `--rounds 3` and `--rate 10` (messages a second) change its size. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      sockets: { type: 'string', default: '10,100,1000,5000' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      rate: { type: 'string', default: '10' },
    },
  });
  const sizes = values.sockets.split(',').map(Number);
  const [seconds, rounds, perSecond] = [values.seconds, values.rounds, values.rate].map(Number);
  const workspaces = Math.ceil(Math.max(...sizes) / PER_WORKSPACE);
  // One address may have a quarter of all connections.
  const environment = { MAX_CONNECTIONS: '40000', RATE_LIMIT_LOGIN_PER_MINUTE: '1000000' };
  const prepare = (place) => createWorkspaces(place, workspaces);
  await withServer({ environment, prepare }, async ({ url, pid, filled }) => {
    const port = await freePort();
    const bare = start(fileURLToPath(new URL('./bare/socket-server.mjs', import.meta.url)), {
      PORT: String(port),
    });
    try {
      await once(bare, 'message');
      console.log(
        `${perSecond} messages of customers a second, each to all sockets of one workspace (${PER_WORKSPACE} at most); ` +
          `${rounds} × ${seconds} s each, alternating; medians of the rounds`,
      );
      const place = {
        url,
        pid,
        workspaces: filled,
        floorUrl: `http://127.0.0.1:${port}`,
        floorPid: bare.pid,
      };
      for (const size of sizes) await measureSize(place, { size, seconds, rounds, perSecond });
    } finally {
      bare.kill('SIGTERM');
    }
  });
}

/** Creates connected workspaces with enough people for their sockets, all with the password of the owner. */
export async function createWorkspaces({ databaseUrl, tenantId, admin }, count) {
  const connection = await mysql.createConnection(databaseUrl);
  const workspaces = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const owner = ['--owner-email', `owner${index}@example.com`, '--owner-password', OWNER.password];
      const id =
        index === 0 ? tenantId : admin('tenant', 'create', '--name', `bench ${index}`, ...owner).tenantId;
      connectNumber(admin, id);
      const people = PER_WORKSPACE / PER_PERSON;
      await connection.query(
        `INSERT INTO users (id, tenant_id, email, name, role, password_hash, created_at)
         SELECT UNHEX(CONCAT('018f00000000', LEFT(MD5(CONCAT(?, '-', seq)), 20))), tenant_id,
           CONCAT('member', seq, 'of', ?, '@example.com'), CONCAT('Member ', seq), 'admin', password_hash, NOW(3)
         FROM users JOIN seq_1_to_${people} WHERE tenant_id = ?`,
        [index, index, tenantKey(id)],
      );
      const emails = Array.from({ length: people }, (_, seq) => `member${seq + 1}of${index}@example.com`);
      workspaces.push({ id, emails });
    }
  } finally {
    await connection.end();
  }
  return workspaces;
}

async function measureSize(place, { size, seconds, rounds, perSecond }) {
  const count = Math.ceil(size / PER_WORKSPACE);
  const open = place.workspaces.slice(0, count);
  const arrivals = createArrivals();
  const sockets = { ours: [], floor: [] };
  try {
    for (const [index, workspace] of open.entries()) {
      const each = Math.floor(size / count) + (index < size % count ? 1 : 0);
      sockets.ours.push(await openDashboards(place.url, workspace, each, arrivals));
      sockets.floor.push(
        await openSockets(place.floorUrl, Array(each).fill({ room: workspace.id }), arrivals),
      );
    }
    // Customers write first, so that their contacts and conversations exist; the floor then sends what ours has sent.
    for (const { id } of open) for (let one = 0; one < CUSTOMERS; one += 1) await toCallback(place, id, one);
    await sleep(2_000);
    const sample = arrivals.latest();
    if (!sample) throw new Error('no message has arrived at a socket');
    const post = {
      ours: (id, one, text) => toCallback(place, id, one, text),
      floor: (id, _, text) => {
        const payload = { ...sample.payload, message: { ...sample.payload.message, content: text } };
        return send(place.floorUrl, JSON.stringify({ room: id, event: { ...sample, payload } }), {});
      },
    };
    const results = { ours: [], floor: [] };
    const pids = { ours: place.pid, floor: place.floorPid };
    for (let round = -1; round < rounds; round += 1)
      for (const side of ['ours', 'floor']) {
        const before = processorMs(pids[side]) ?? Number.NaN;
        const messages = perSecond * (round < 0 ? 1 : seconds);
        const result = await sendAtRate(open, sockets[side], arrivals, {
          messages,
          perSecond,
          post: post[side],
        });
        const cpu = (processorMs(pids[side]) ?? Number.NaN) - before;
        if (round >= 0) results[side].push({ ...result, cpu: (cpu * 1_000) / result.times.length });
      }
    report(size, perSecond, results, memoryOf(place.pid).now);
  } finally {
    for (const socket of Object.values(sockets).flat(2)) socket.disconnect();
  }
}

function report(size, perSecond, { ours, floor }, memory) {
  const of = (side, figure) => median(side.map(figure));
  const percentile = (share) => (round) => at(round.times, share);
  const ratios = ours.map((round, index) => at(round.times, 0.99) / at(floor[index].times, 0.99));
  const lost = ours.reduce((sum, round) => sum + round.lost, 0);
  const growth = { of: 'sockets', at: size, cost: 'ours' };
  record({
    id: `realtime/fan-out/${size}`,
    name: `callback to socket, open loop, ${perSecond}/s, ${size.toLocaleString('en')} sockets: p99 of a round`,
    ...{ unit: 'ms', ours: of(ours, percentile(0.99)), floor: of(floor, percentile(0.99)) },
    ...{ ratio: median(ratios), rounds: ratios },
    ms: { p50: of(ours, percentile(0.5)), p95: of(ours, percentile(0.95)), p99: of(ours, percentile(0.99)) },
    aim: { figure: 'p99', atMost: 500 },
    growth: { ...growth, series: 'callback to socket, p99' },
  });
  record({
    id: `realtime/cpu/${size}`,
    name: `server CPU for each event at a socket, ${size.toLocaleString('en')} sockets`,
    ...{ unit: 'µs', ours: of(ours, (round) => round.cpu), floor: of(floor, (round) => round.cpu) },
    ratio: of(ours, (round) => round.cpu) / of(floor, (round) => round.cpu),
    growth: { ...growth, series: 'CPU for each event at a socket' },
  });
  record({
    ...{ id: `realtime/memory/${size}`, name: `memory of the server, ${size.toLocaleString('en')} sockets` },
    ...{ unit: 'MB', ours: memory, growth: { ...growth, series: 'memory of the server, by sockets' } },
  });
  record({
    ...{ id: `realtime/lost/${size}`, name: `events that did not arrive within ${WAIT_MS / 1_000} s` },
    ...{ unit: '', ours: lost, aim: { figure: 'ours', atMost: 0 } },
  });
  const line = (name, side) =>
    `  ${name} p50 ${of(side, percentile(0.5)).toFixed(1)} ms, p99 of the rounds ` +
    `${side.map((round) => at(round.times, 0.99).toFixed(1)).join(' ')} ms, CPU ${of(side, (round) => round.cpu).toFixed(0)} µs each`;
  console.log(
    [
      `${size} sockets: p99 ratio ${median(ratios).toFixed(1)} (aim: ours < 500 ms), memory ${memory} MB, ${lost} events lost`,
      line('ours ', ours),
      line('floor', floor),
    ].join('\n'),
  );
}

/** Hands over messages at a fixed rate; returns the times from when each was due to each socket, sorted. */
async function sendAtRate(workspaces, sockets, arrivals, { messages, perSecond, post }) {
  const running = [];
  const startedAt = performance.now();
  for (let index = 0; index < messages; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    await sleep(Math.max(0, dueAt - performance.now()));
    const place = index % workspaces.length;
    const text = `tick ${performance.now()} ${index}`;
    running.push(arrivals.expect(text, dueAt, sockets[place].length));
    running.push(post(workspaces[place].id, index % CUSTOMERS, text));
  }
  const all = (await Promise.all(running)).filter((one) => one?.times);
  const times = all.flatMap((one) => one.times).sort((a, b) => a - b);
  return { times, lost: all.reduce((sum, one) => sum + one.missing(), 0) };
}

/** Collects when messages arrive at sockets. */
function createArrivals() {
  const expected = new Map();
  let latest = null;
  return {
    latest: () => latest,
    arrived: (event) => {
      if (event.name !== 'message.received') return;
      latest = event;
      expected.get(event.payload.message.content)?.(performance.now());
    },
    /** Resolves when all sockets have the message, or after a time. */
    expect: (text, dueAt, count) => {
      const times = [];
      const missing = () => count - times.length;
      const arrived = new Promise((resolve) => {
        expected.set(text, (now) => {
          times.push(now - dueAt);
          if (times.length === count) resolve();
        });
      });
      return Promise.race([arrived, sleep(WAIT_MS)]).then(() => {
        expected.delete(text);
        return { times, missing };
      });
    },
  };
}

/** Signs people in and opens their dashboards' sockets, each with a ticket of its session. */
export async function openDashboards(url, { emails }, count, arrivals) {
  const tickets = [];
  for (let index = 0; index < count; index += PER_SESSION) {
    const email = emails[Math.floor(index / PER_PERSON)];
    const call = await signIn(`${url}/api/dashboard`, { email, password: OWNER.password });
    for (let one = index; one < Math.min(count, index + PER_SESSION); one += 1)
      tickets.push(await call('POST', '/session/socket-ticket'));
  }
  return openSockets(url, tickets, arrivals);
}

async function openSockets(url, auths, arrivals) {
  const sockets = [];
  for (let from = 0; from < auths.length; from += AT_ONCE)
    sockets.push(
      ...(await Promise.all(
        auths.slice(from, from + AT_ONCE).map((auth) => openSocket(url, auth, arrivals)),
      )),
    );
  return sockets;
}

function openSocket(url, auth, arrivals) {
  const socket = io(url, { transports: ['websocket'], auth, reconnection: false, forceNew: true });
  socket.on('event', arrivals.arrived);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

let sent = 0;

export function toCallback({ url }, tenantId, customer, text = 'Hello') {
  sent += 1;
  const from = String(15550300000 + customer);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const message = {
    from,
    id: `wamid.bench${process.pid}.${sent}`,
    type: 'text',
    text: { body: text },
    timestamp,
  };
  const contacts = [{ profile: { name: 'Customer' }, wa_id: from }];
  const { body, headers } = signedCallback({ contacts, messages: [message] });
  return send(`${url}/api/v1/webhook/${tenantId}`, body, headers);
}

async function send(url, body, headers) {
  const answer = await fetch(url, { method: 'POST', body, headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}`);
}
