// Whether the server stays as it is under a mixed load that goes on: its memory, open files, handles and event-loop delay in the
// last third of the time beside the first third, and what was refused or did not arrive.
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { start } from './callbacks.mjs';
import { freePort, memoryOf, withServer } from './processes.mjs';
import { createWorkspaces, openDashboards, toCallback } from './realtime.mjs';
import { median, record } from './results.mjs';

/** Of each kind, a second. A dashboard that comes leaves again, so that what sockets leave behind would add up. */
const RATES = { callback: 10, list: 10, send: 3 };
const SOCKETS = 50;
const COMING_EVERY_MS = 3_000;
const STAY_MS = 45_000;
const CUSTOMERS = 200;
const ARRIVES_WITHIN_MS = 20_000;
/** The part at the beginning that does not count: caches fill and code is compiled. */
const WARM_UP = 1 / 6;
const SAMPLES = 120;

const platform = fileURLToPath(new URL('./platform-stand-in.mjs', import.meta.url));

/** Runs the benchmark for `--minutes 30`. */
export async function bench(args = []) {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '30' } } });
  const ms = Number(values.minutes) * 60_000;
  const platformPort = await freePort();
  const hooks = await countWebhooks();
  const child = start(platform, { PORT: String(platformPort) });
  const environment = {
    GRAPH_URL: `http://127.0.0.1:${platformPort}`,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...{ RATE_LIMIT_KEY_PER_MINUTE: '1000000', RATE_LIMIT_LOGIN_PER_MINUTE: '1000000' },
  };
  const prepare = async (place) => {
    const [workspace] = await createWorkspaces(place, 1);
    const { key } = place.admin('key', 'create', '--tenant', workspace.id, '--name', 'bench');
    place.admin('webhook', 'create', '--tenant', workspace.id, '--url', hooks.url);
    return { workspace, key };
  };
  try {
    await withServer({ environment, prepare }, async ({ url, pid, filled }) => {
      console.log(
        `${values.minutes} minutes: ${Object.entries(RATES)
          .map(([kind, rate]) => `${rate} ${kind}s`)
          .join(', ')} a second, ${SOCKETS} dashboards and one more every ${COMING_EVERY_MS / 1_000} s`,
      );
      const load = await startLoad({ url, ...filled }, ms);
      const samples = await takeSamples({ url, pid }, ms);
      report(samples, await load.end(), hooks.count());
    });
  } finally {
    child.kill('SIGTERM');
    hooks.close();
  }
}

/** Makes requests at fixed rates for a time; `end()` waits for the last one and returns what failed and what arrived. */
async function startLoad({ url, workspace, key }, ms) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const seen = { made: 0, failed: 0, messages: 0, arrived: 0 };
  const arrivals = {
    arrived: ({ name }) => {
      if (name === 'message.received') seen.arrived += 1;
    },
  };
  const staying = { arrived: arrivals.arrived };
  const passing = { arrived: () => undefined };
  for (let one = 0; one < CUSTOMERS; one += 1) await toCallback({ url }, workspace.id, one);
  await sleep(2_000);
  seen.arrived = 0;
  const sockets = await openDashboards(url, workspace, SOCKETS, staying);
  const kinds = {
    callback: (index) => {
      seen.messages += 1;
      return toCallback({ url }, workspace.id, index % CUSTOMERS, `Tick ${index}`);
    },
    list: () => call(`${url}/api/v1/contacts?limit=20`, { headers }),
    send: (index) => {
      const content = { contactId: String(15550300000 + (index % CUSTOMERS)), type: 'text' };
      const body = JSON.stringify({ ...content, content: `Reply ${index}` });
      return call(`${url}/api/v1/messages/send`, { method: 'POST', headers, body });
    },
  };
  const endAt = performance.now() + ms;
  const at = async (everyMs, work) => {
    const running = new Set();
    let due = performance.now();
    for (let index = 0; due < endAt; index += 1) {
      await sleep(Math.max(0, due - performance.now()));
      seen.made += 1;
      const one = work(index).catch(() => {
        seen.failed += 1;
      });
      running.add(one);
      void one.finally(() => running.delete(one));
      due += everyMs;
    }
    await Promise.all(running);
  };
  const come = async () => {
    // The person who comes is not one of those who stay: these fill their share of connections.
    const [socket] = await openDashboards(url, { emails: workspace.emails.slice(-1) }, 1, passing);
    await sleep(STAY_MS);
    socket.disconnect();
  };
  const all = Promise.all([
    ...Object.entries(RATES).map(([kind, rate]) => at(1_000 / rate, kinds[kind])),
    at(COMING_EVERY_MS, come),
  ]);
  return {
    end: async () => {
      await all;
      const deadline = performance.now() + ARRIVES_WITHIN_MS;
      while (seen.arrived < seen.messages * SOCKETS && performance.now() < deadline) await sleep(100);
      for (const socket of sockets) socket.disconnect();
      return seen;
    },
  };
}

async function takeSamples({ url, pid }, ms) {
  const samples = [];
  const startedAt = performance.now();
  const everyMs = ms / SAMPLES;
  for (let index = 1; index <= SAMPLES; index += 1) {
    await sleep(Math.max(0, startedAt + index * everyMs - performance.now()));
    const text = await (await fetch(`${url}/metrics`)).text();
    const read = (name) => Number(new RegExp(`^switchboard_${name} (\\S+)$`, 'm').exec(text)?.[1]);
    samples.push({
      memory: memoryOf(pid).now,
      heap: read('nodejs_heap_size_used_bytes') / 1e6,
      files: readdirSync(`/proc/${pid}/fd`).length,
      handles: read('nodejs_active_handles_total'),
      // Since the last sample: reading resets it.
      loop: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    });
  }
  return samples.slice(Math.ceil(SAMPLES * WARM_UP));
}

const FIGURES = {
  memory: { name: 'memory of the server', unit: 'MB', atMost: 1.1 },
  heap: { name: 'heap in use, with garbage', unit: 'MB', atMost: 1.1 },
  files: { name: 'open files and sockets', unit: '', atMost: 1.1 },
  handles: { name: 'active handles', unit: '', atMost: 1.1 },
  loop: { name: 'event-loop delay, p99 between two looks', unit: 'ms', atMost: 1.25 },
};

function report(samples, { made, failed, messages, arrived }, webhooks) {
  const third = Math.floor(samples.length / 3);
  const [first, last] = [samples.slice(0, third), samples.slice(-third)];
  for (const [figure, { name, unit, atMost }] of Object.entries(FIGURES)) {
    const of = (part) => part.map((sample) => sample[figure]);
    const [before, after] = [median(of(first)), median(of(last))];
    record({
      ...{ id: `endurance/${figure}`, name: `${name}, last third`, unit, ours: after, floor: before },
      ...{ beside: 'the first third', ratio: after / before, rounds: of(last).map((one) => one / before) },
      aim: { figure: 'ratio', atMost },
    });
    console.log(
      `${name.padEnd(42)} ${before.toFixed(1)} ${unit} in the first third, ${after.toFixed(1)} ${unit} in the last (× ${(after / before).toFixed(2)}, aim ${atMost})`,
    );
  }
  const none = {
    refused: { name: `requests and connections that failed, of ${made.toLocaleString('en')}`, ours: failed },
    lost: {
      name: `messages that did not arrive at a dashboard, of ${(messages * SOCKETS).toLocaleString('en')}`,
      ours: messages * SOCKETS - arrived,
    },
  };
  for (const [id, row] of Object.entries(none)) {
    record({ id: `endurance/${id}`, unit: '', ...row, aim: { figure: 'ours', atMost: 0 } });
    console.log(`${row.name}: ${row.ours}`);
  }
  console.log(`${webhooks} webhooks arrived`);
}

async function call(url, options) {
  const answer = await fetch(url, options);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}`);
}

async function countWebhooks() {
  let count = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      count += 1;
      res.end('ok');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    count: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
