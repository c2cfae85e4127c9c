// A server is killed while dashboards are open at it, and all of them come to the other server at the same moment: how long until
// each is there and has what it missed, how many messages are missing at the end, and how long the other server's event loop is held up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { requireRedis } from '../setup/redis.mjs';
import { freePort, OWNER, signIn, startServer, withServer } from './processes.mjs';
import { createWorkspaces, PER_PERSON, PER_SESSION, PER_WORKSPACE, toCallback } from './realtime.mjs';
import { median, record } from './results.mjs';

/** How a screen tries again (renderer/lib/api/socket.ts). */
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 10_000;
const ENDED_BY_SERVER_MS = RETRY_MAX_MS / 4;
const CUSTOMERS = 20;
const PER_SECOND = 10;
/** What arrives later counts as missing. */
const WAIT_MS = 60_000;

/** Runs the benchmark. `--sockets 1000` and `--rounds 3` change its size. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: { sockets: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
  });
  const [sockets, rounds] = [values.sockets, values.rounds].map(Number);
  const redis = await startRedis();
  const environment = {
    REDIS_URL: redis.url,
    // One address may have a quarter of all connections.
    ...{ MAX_CONNECTIONS: '40000', RATE_LIMIT_LOGIN_PER_MINUTE: '1000000', DRAIN_DELAY_SECONDS: '0' },
  };
  const prepare = (place) => createWorkspaces(place, Math.ceil(sockets / PER_WORKSPACE));
  try {
    await withServer({ environment, prepare }, async ({ url, filled, env }) => {
      const results = [];
      for (let round = 0; round < rounds; round += 1)
        results.push(await measure({ url, env, workspaces: filled, count: sockets }));
      report(sockets, results);
    });
  } finally {
    redis.stop();
  }
}

/** Opens the dashboards at a second server, kills it, and waits until all of them have come to the first one. */
async function measure({ url, env, workspaces, count }) {
  const killed = await startServer(env, 'healthz');
  const sent = new Map(workspaces.map(({ id }) => [id, new Set()]));
  const dashboards = await openAll({ from: killed.url, to: url }, workspaces, count);
  const load = sendAtRate(url, workspaces, sent);
  try {
    // Contacts and conversations exist after this, and the rest of the time is like it.
    await sleep(5_000);
    await loopDelay(url);
    await sleep(5_000);
    const before = await loopDelay(url);
    const began = performance.now();
    await killed.kill();
    const times = await Promise.all(dashboards.map((one) => Promise.race([one.moved, sleep(WAIT_MS)])));
    const during = await loopDelay(url);
    await load.end();
    const missingAt = (one) => [...sent.get(one.workspace)].filter((text) => !one.texts.has(text)).length;
    const missing = () => dashboards.reduce((sum, one) => sum + missingAt(one), 0);
    const deadline = performance.now() + WAIT_MS;
    while (missing() > 0 && performance.now() < deadline) await sleep(200);
    const arrived = times.filter((time) => time !== undefined).map((time) => time - began);
    return {
      ...{ before, during, missing: missing(), stayedAway: times.length - arrived.length },
      ms: Math.max(...arrived),
    };
  } finally {
    await load.end();
    for (const { close } of dashboards) close();
    await killed.kill();
  }
}

/** Opens the sockets at one server; when it ends, each comes to the other one, as it would through a balancer. */
async function openAll(servers, workspaces, count) {
  const dashboards = [];
  for (const [place, workspace] of workspaces.entries()) {
    const here = Math.min(PER_WORKSPACE, count - place * PER_WORKSPACE);
    for (let index = 0; index < here; index += PER_SESSION) {
      const person = {
        email: workspace.emails[Math.floor(index / PER_PERSON)],
        password: OWNER.password,
      };
      const calls = {
        from: await signIn(`${servers.from}/api/dashboard`, person),
        to: await signIn(`${servers.to}/api/dashboard`, person),
      };
      const size = Math.min(PER_SESSION, here - index);
      const opened = Array.from({ length: size }, () => openDashboard(servers, calls, workspace.id));
      dashboards.push(...(await Promise.all(opened)));
    }
  }
  return dashboards;
}

/** Opens one dashboard's socket and follows it as the screen does: after each connect it fetches the events that it missed. */
async function openDashboard(servers, calls, workspace) {
  const texts = new Set();
  let seq = 0;
  let at = 'from';
  let isClosed = false;
  let noteMoved;
  const moved = new Promise((resolve) => {
    noteMoved = resolve;
  });
  const apply = (event) => {
    seq = Math.max(seq, event.seq);
    if (event.name === 'message.received') texts.add(event.payload.message.content);
  };
  const socket = io(servers.from, {
    ...{ transports: ['websocket'], forceNew: true },
    ...{ reconnectionDelay: RETRY_MIN_MS, reconnectionDelayMax: RETRY_MAX_MS },
    auth: (authenticate) => {
      calls[at]('POST', '/session/socket-ticket').then(authenticate, () => authenticate({}));
    },
  });
  const retryLater = () => {
    if (!socket.active) setTimeout(() => isClosed || socket.connect(), ENDED_BY_SERVER_MS);
  };
  const catchUp = async () => {
    for (;;) {
      const { events, latestSeq } = await calls[at]('GET', `/events?since=${seq}`);
      events.forEach(apply);
      if (events.length === 0 || seq >= latestSeq) return;
    }
  };
  const hasCaughtUp = () =>
    catchUp().then(
      () => true,
      () => false,
    );
  socket.on('event', apply);
  socket.on('connect_error', retryLater);
  socket.on('disconnect', () => {
    at = 'to';
    socket.io.uri = servers.to;
    retryLater();
  });
  await new Promise((resolve) => {
    socket.once('connect', resolve);
  });
  const { latestSeq } = await calls.from('GET', '/events?since=0&limit=1');
  seq = Math.max(seq, latestSeq);
  socket.on('connect', async () => {
    // A request of the storm that was refused is made again, as the screen does.
    while (!(await hasCaughtUp())) await sleep(RETRY_MIN_MS);
    noteMoved(performance.now());
  });
  const close = () => {
    isClosed = true;
    socket.disconnect();
  };
  return { workspace, texts, moved, close };
}

/** Hands over customers' messages at a fixed rate until `end()`. */
function sendAtRate(url, workspaces, sent) {
  let isOver = false;
  const done = (async () => {
    const startedAt = performance.now();
    for (let index = 0; !isOver; index += 1) {
      await sleep(Math.max(0, startedAt + (index * 1_000) / PER_SECOND - performance.now()));
      const { id } = workspaces[index % workspaces.length];
      const text = `storm ${startedAt} ${index}`;
      await toCallback({ url }, id, index % CUSTOMERS, text);
      sent.get(id).add(text);
    }
  })();
  return {
    end: () => {
      isOver = true;
      return done;
    },
  };
}

/** Returns the delay of the server's event loop since it was last asked, in milliseconds. */
async function loopDelay(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name) =>
    Number(new RegExp(`^switchboard_nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]) *
    1_000;
  return { p99: read('p99'), max: read('max') };
}

function report(count, results) {
  const of = (figure) => median(results.map(figure));
  const sum = (figure) => results.reduce((total, one) => total + figure(one), 0);
  const name = `${count.toLocaleString('en')} sockets of a killed server`;
  const ratios = results.map(({ before, during }) => during.p99 / before.p99);
  record({
    ...{
      id: `reconnect/time/${count}`,
      name: `${name}: until all are at the other one and have what they missed`,
    },
    ...{ unit: 'ms', ours: of(({ ms }) => ms), rounds: results.map(({ ms }) => ms) },
    aim: { figure: 'ours', atMost: 15_000 },
  });
  record({
    ...{ id: `reconnect/loop/${count}`, name: `${name}: event-loop delay of the other one meanwhile, p99` },
    ...{ unit: 'ms', ours: of(({ during }) => during.p99), floor: of(({ before }) => before.p99) },
    ...{ beside: 'the same load before', ratio: median(ratios), rounds: ratios },
    aim: { figure: 'ours', atMost: 200 },
  });
  const lost = sum(({ missing, stayedAway }) => missing + stayedAway);
  record({
    ...{ id: `reconnect/missing/${count}`, name: `${name}: messages missing, and sockets that did not come` },
    ...{ unit: '', ours: lost, aim: { figure: 'ours', atMost: 0 } },
  });
  console.log(
    [
      `${name}, ${results.length} rounds: all at the other server after ${results.map(({ ms }) => (ms / 1_000).toFixed(1)).join(' ')} s (aim < 15 s)`,
      `  event-loop delay p99 ${of(({ before }) => before.p99).toFixed(0)} ms before, ${of(({ during }) => during.p99).toFixed(0)} ms meanwhile (longest ${Math.max(...results.map(({ during }) => during.max)).toFixed(0)} ms)`,
      `  ${sum(({ missing }) => missing)} messages missing, ${sum(({ stayedAway }) => stayedAway)} sockets did not come`,
    ].join('\n'),
  );
}

async function startRedis() {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(requireRedis('Several servers need Redis.'), words, {
    argv0: 'redis-server',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => {
      child.kill('SIGTERM');
      return once(child, 'exit');
    },
  };
}
