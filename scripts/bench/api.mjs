// Requests per second of the API's main operations, compared with a bare node:http server with mysql2 that
// runs the same SQL statements on the same database. The two alternate, so that drift of the machine cancels
// out.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { requireRedis } from '../setup/redis.mjs';
import { OPERATIONS } from './api-operations.mjs';
import { makeBenchTenant } from './bench-tenant.mjs';
import { freePort, processorMs, waitUntilReady } from './processes.mjs';
import { record } from './results.mjs';

const CONNECTIONS = [1, 32];
const ROUNDS = 3;
const SECRET_KEY = 'a benchmark secret of more than 32 characters';

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Runs the benchmark and prints the results. `--only list,send` and `--seconds 2` make it shorter; `--workers 2` compares a
 * server of so many processes in place of one.
 */
export async function bench(args = []) {
  const workers = optionOf(args, '--workers') ?? '1';
  const only = optionOf(args, '--only')?.split(',');
  const seconds = Number(optionOf(args, '--seconds') ?? 4);
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const children = [];
  try {
    const [apiPort, floorPort, platformPort] = [await freePort(), await freePort(), await freePort()];
    const platformUrl = `http://127.0.0.1:${platformPort}`;
    const environment = { DATABASE_URL: database.url, SECRET_KEY, GRAPH_URL: platformUrl };
    if (workers !== '1') environment.REDIS_URL = await startRedis(children);
    const limits = {
      RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
      RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
      RATE_LIMIT_SENDS_PER_SECOND: '1000000',
    };
    const tenant = makeBenchTenant(dist, environment);
    children.push(start(here('./platform-stand-in.mjs'), { PORT: String(platformPort) }));
    children.push(
      start(join(dist, 'main.js'), {
        ...environment,
        ...limits,
        ...{ PORT: String(apiPort), LOG_LEVEL: 'warn', WORKERS: workers },
      }),
    );
    const api = {
      pid: children.at(-1).pid,
      startedAt: new Date(),
      base: `http://127.0.0.1:${apiPort}/api/v1`,
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
    };
    await waitUntilReady({ url: `${api.base}/contacts`, headers: api.headers });
    const task = await tenant.fill(database.url, api);
    const floorTask = JSON.stringify({ ...task, platformUrl });
    children.push(
      start(here('./bare/server.mjs'), { ...environment, PORT: String(floorPort), TASK: floorTask }),
    );
    const floor = {
      pid: children.at(-1).pid,
      base: `http://127.0.0.1:${floorPort}`,
      headers: { 'content-type': 'application/json' },
    };
    await waitUntilReady({ url: `${floor.base}/list`, headers: floor.headers });
    api.cursor = await firstCursor(api);
    console.log(
      `The floor runs the same SQL statements, including the key lookup. ${ROUNDS} × ${seconds} s each, alternating.`,
    );
    for (const operation of OPERATIONS.filter(({ name }) => !only || only.includes(name))) {
      for (const connections of operation.connections ?? CONNECTIONS)
        await compare(operation, { api, floor, connections, seconds });
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts what the processes of one server share their limits and events through. */
async function startRedis(children) {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const path = requireRedis('Several processes need Redis.');
  children.push(spawn(path, options, { argv0: 'redis-server', stdio: 'ignore' }));
  return `redis://127.0.0.1:${port}`;
}

/** Returns the cursor after the first page of changes. */
async function firstCursor({ base, headers, startedAt }) {
  const answer = await fetch(`${base}/messages?since=${startedAt.toISOString()}`, { headers });
  return (await answer.json()).cursor;
}

/**
 * Prints one line of the report: the median ratio of the rounds, and the rates and latencies of that round.
 */
async function compare(operation, { api, floor, connections, seconds }) {
  const ask = (target, path) => load(target, { ...operation, path }, connections);
  await ask(api, operation.path)(1);
  await ask(floor, operation.floor)(1);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await ask(api, operation.path)(seconds);
    const bare = await ask(floor, operation.floor)(seconds);
    rounds.push({ ours, bare, ratio: ours.rate / bare.rate });
  }
  rounds.sort((a, b) => a.ratio - b.ratio);
  const { ours, bare, ratio } = rounds[Math.floor(rounds.length / 2)];
  const all = rounds.map((round) => round.ratio.toFixed(2)).join(' ');
  const per = operation.per ?? 1;
  record({
    id: `api/${operation.name}/${connections}`,
    name: `${operation.name}: ${operation.note}; connections: ${connections}`,
    ...{ unit: '/s', ours: ours.rate * per, floor: bare.rate * per, ratio },
    rounds: rounds.map((round) => round.ratio),
    ms: { p50: ours.p50, p99: ours.p99 },
    aim: { figure: 'ratio', atLeast: operation.aims[connections] },
  });
  console.log(
    `${operation.name.padEnd(13)} ${String(connections).padStart(2)} connections: ratio ${ratio.toFixed(2)} (${all}; aim ${operation.aims[connections]})` +
      `  API ${describe(ours, operation.per)}, floor ${describe(bare, operation.per)}  ${operation.note}`,
  );
}

function describe({ rate, p50, p99, cpu }, per) {
  const speed = per === undefined ? `${rate.toFixed(0)}/s` : `${(rate * per).toFixed(0)} contacts/s`;
  return `${speed} p50 ${p50} p99 ${p99} ms${cpu === null ? '' : `, CPU ${cpu.toFixed(0)} µs each`}`;
}

function load(target, { path, body, query, method }, connections) {
  return async (duration) => {
    const base = new URL(target.base);
    const address = base.pathname === '/' ? path : base.pathname + path;
    let count = 0;
    const setupRequest = (one) => {
      count += 1;
      return {
        ...one,
        ...(query ? { path: address + query(count, target) } : {}),
        ...(body ? { body: JSON.stringify(body(count)) } : {}),
      };
    };
    const request = {
      method: method ?? (body ? 'POST' : 'GET'),
      path: address,
      ...(body || query ? { setupRequest } : {}),
    };
    const cpuBefore = processorMs(target.pid);
    const result = await autocannon({
      url: base.origin,
      headers: target.headers,
      connections,
      duration,
      requests: [request],
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(
        `${target.base}${path}: ${result.non2xx} unsuccessful responses, ${result.errors} connection errors`,
      );
    const cpu =
      cpuBefore === null ? null : ((processorMs(target.pid) - cpuBefore) * 1_000) / result.requests.total;
    return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpu };
  };
}

function start(entry, environment) {
  return fork(entry, [], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function optionOf(args, name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
