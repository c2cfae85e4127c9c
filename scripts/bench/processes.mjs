// Helpers for starting servers in a benchmark.
import { execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record, slug } from './results.mjs';

/** The owner of the workspaces of a benchmark. */
export const OWNER = { email: 'bench@example.com', password: 'a benchmark password' };

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/**
 * Starts a database, runs `work({ url, dataDir, seconds })` and stops it; `seconds` is how long its start took. Without
 * `folder`, the data is deleted.
 */
export async function withDatabase({ folder } = {}, work) {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  mkdirSync(dataDir, { recursive: true });
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const { result: database, seconds } = await timed(() => openLocalMariadb(lock, { say: () => undefined }));
  try {
    await work({ url: database.url, dataDir, seconds });
  } finally {
    await database.stop();
    lock.release();
    if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Starts a database and the built server with one workspace, runs `work`, stops both and deletes the data. `prepare({
 * databaseUrl, tenantId, admin })` fills the database before the server starts; what it returns is `filled` for `work`.
 * `send(method, path, body)` calls the dashboard's API as the owner, with a text as a file; `admin(...words)` runs a
 * command; `env` is the environment for another server. With `folder`, the data stays there for the next run.
 */
export function withServer({ environment = {}, prepare = () => undefined, folder }, work) {
  return withDatabase({ folder }, async ({ url: databaseUrl, dataDir }) => {
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(dataDir, 'files'),
      SECRET_KEY: 'a benchmark secret of more than 32 characters',
      GRAPH_URL: 'http://127.0.0.1:9',
      RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'warn',
      ...environment,
    };
    const admin = (...words) =>
      JSON.parse(
        execFileSync(process.execPath, [join(dist, 'admin.js'), ...words, '--json'], {
          encoding: 'utf8',
          env,
        }),
      );
    const { tenantId, filled } = await fillOnce(join(dataDir, 'bench.json'), async () => {
      const owner = ['--owner-email', OWNER.email, '--owner-password', OWNER.password];
      const { tenantId } = admin('tenant', 'create', '--name', 'bench', ...owner);
      return { tenantId, filled: await prepare({ databaseUrl, tenantId, admin }) };
    });
    const server = await startServer(env);
    const { url, pid } = server;
    try {
      const send = await signIn(`${url}/api/dashboard`);
      await work({ databaseUrl, tenantId, filled, url, pid, send, admin, env });
    } finally {
      server.stop();
    }
  });
}

/** Starts the built server with an environment, and waits until `probe` answers: a second server is not ready without a bucket. */
export async function startServer(env, probe = 'readyz') {
  const port = await freePort();
  const server = fork(join(dist, 'main.js'), [], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady({ url: `${url}/${probe}`, headers: {} });
  } catch (error) {
    server.kill('SIGTERM');
    throw error;
  }
  return {
    ...{ url, pid: server.pid },
    stop: () => server.kill('SIGTERM'),
    kill: () => {
      server.kill('SIGKILL');
      return ended;
    },
  };
}

async function fillOnce(record, fill) {
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8'));
  const known = await fill();
  writeFileSync(record, JSON.stringify(known), { mode: 0o600 });
  return known;
}

/** Signs a person in, by default the owner; returns how to call the dashboard's API as them. */
export async function signIn(base, person = OWNER) {
  const json = { 'content-type': 'application/json' };
  const response = await fetch(`${base}/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  });
  if (!response.ok) throw new Error(`the sign-in of ${person.email} returned ${response.status}`);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async (method, path, body) => {
    const isFile = typeof body === 'string';
    const answer = await fetch(base + path, {
      method,
      headers: { cookie, ...(isFile ? { 'content-type': 'application/octet-stream' } : body && json) },
      body: isFile || !body ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

/**
 * Calls each kind of request once per round, so that drift of the machine affects all of them equally, and prints the
 * times beside those of the first kind, the floor. `kinds` are functions by their name; one that fails is not called again.
 * `report` is where the figures belong: `{ id, of, at, aimOf(kind) }`, with the size of the data.
 */
export async function compare(kinds, { rounds = 40, warmUp = 5, report } = {}) {
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  const failed = {};
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [kind, request] of Object.entries(kinds)) {
      if (kind in failed) continue;
      const began = performance.now();
      await request().catch((error) => {
        failed[kind] = error.message.slice(0, 200);
      });
      if (round >= 0 && !(kind in failed)) times[kind].push(performance.now() - began);
    }
  }
  const [floor] = Object.values(times);
  for (const [kind, list] of Object.entries(times)) {
    if (kind in failed) {
      console.log(`  ${kind.padEnd(44)} failed: ${failed[kind]}`);
      if (report) record({ ...nameOf(kind, report), unit: 'ms', ours: null, error: failed[kind] });
      continue;
    }
    const ratio = (at(list, 0.5) / at(floor, 0.5)).toFixed(1);
    if (report) keep(kind, list, floor, report);
    console.log(
      `  ${kind.padEnd(44)} p50 ${at(list, 0.5).toFixed(1).padStart(7)} ms  p95 ${at(list, 0.95).toFixed(1).padStart(7)} ms  × ${ratio}`,
    );
  }
}

function nameOf(kind, { id, of, at: size }) {
  return {
    id: [id, slug(kind), size].filter((part) => part !== undefined).join('/'),
    name: size === undefined ? kind : `${kind}; ${size.toLocaleString('en')} ${of}`,
  };
}

function keep(kind, list, floor, report) {
  const { of, at: size, aimOf } = report;
  record({
    ...nameOf(kind, report),
    unit: 'ms',
    ours: at(list, 0.5),
    ...(list !== floor && { floor: at(floor, 0.5), ratio: at(list, 0.5) / at(floor, 0.5) }),
    ...(list !== floor && { rounds: list.map((ms, round) => ms / floor[round]) }),
    ms: { p50: at(list, 0.5), p95: at(list, 0.95) },
    aim: aimOf?.(kind),
    ...(size !== undefined && { growth: { of, at: size, series: kind } }),
  });
}

/** Returns the value that a share of all values does not exceed. */
function at(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Runs work and returns its result with the seconds that it took. */
export async function timed(work) {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1_000 };
}

/** Returns a free port on the loopback interface. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until a server returns 200, by default for at most 20 seconds. */
export async function waitUntilReady({ url, headers }, ms = 20_000) {
  const deadline = Date.now() + ms;
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`${url} did not return 200 within ${ms / 1_000} s (last: ${answer?.status})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Returns the CPU time that a process has used, in milliseconds, on Linux; null elsewhere. Unlike elapsed
 * time, it depends little on other load on the machine.
 */
export function processorMs(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // After the name, which can contain spaces. User and system time are the 12th and 13th fields, in 1/100 s.
  const fields = readFileSync(path, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the resident memory of a process in megabytes, now and at most since its start; NaN except on Linux. */
export function memoryOf(pid) {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Connects a number to a workspace without asking the platform; `admin` runs an admin command. */
export function connectNumber(admin, tenantId) {
  const secrets = ['--app-secret', '0123456789abcdef0123456789abcdef', '--access-token', 'EAAbench'];
  const ids = ['--app-id', '100', '--waba-id', '200', '--phone-number-id', '300'];
  admin('cloud-api', 'set', '--tenant', tenantId, '--no-verify', ...ids, ...secrets);
}
