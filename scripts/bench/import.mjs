// The import of contacts from a file, at several sizes, in the server that people run: time, and memory of its process.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort, processorMs, waitUntilReady } from './processes.mjs';

const OWNER = { email: 'bench@example.com', password: 'a benchmark password' };
/** What the issue promises for 50,000 rows on two cores. */
const PROMISED = { rows: 50_000, seconds: 120, megabytes: 200 };

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** Imports a file of each size into a workspace of its own, and undoes nothing. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '10000,50000,100000' } },
  });
  for (const rows of values.rows.split(',').map(Number)) await measureSize(rows);
}

async function measureSize(rows) {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  let server;
  try {
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: join(dataDir, 'files'),
      SECRET_KEY: 'a benchmark secret of more than 32 characters',
      GRAPH_URL: 'http://127.0.0.1:9',
    };
    const owner = ['--owner-email', OWNER.email, '--owner-password', OWNER.password];
    execFileSync(
      process.execPath,
      [join(dist, 'admin.js'), 'tenant', 'create', '--name', 'bench', ...owner, '--json'],
      { env: { ...process.env, ...environment } },
    );
    const port = await freePort();
    server = fork(join(dist, 'main.js'), [], {
      env: { ...process.env, ...environment, PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady({ url: `${url}/readyz`, headers: {} });
    const send = await signIn(`${url}/api/dashboard`);
    const before = memoryOf(server.pid);
    const cpu = processorMs(server.pid);
    const times = {};
    const timed = async (name, work) => {
      const began = performance.now();
      const result = await work();
      times[name] = (performance.now() - began) / 1_000;
      return result;
    };
    const { id, mapping } = await timed('upload', () =>
      send('POST', '/contact-imports?filename=bench.csv', fileOf(rows)),
    );
    await timed('check', async () => {
      await send('POST', `/contact-imports/${id}/check`, { mapping, mode: 'overwrite' });
      await untilState(send, id, 'checked');
    });
    await timed('import', async () => {
      await send('POST', `/contact-imports/${id}/commit`);
      const { counts } = await untilState(send, id, 'done');
      if (counts.created !== rows) throw new Error(`created ${counts.created} of ${rows}`);
    });
    report(rows, times, { before, peak: memoryOf(server.pid).peak, cpu: processorMs(server.pid) - cpu });
  } finally {
    server?.kill('SIGTERM');
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(rows, times, { before, peak, cpu }) {
  const total = Object.values(times).reduce((sum, seconds) => sum + seconds, 0);
  const parts = Object.entries(times).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`);
  const each = (total / rows) * 1e6;
  console.log(
    `${rows} rows: ${total.toFixed(1)} s (${parts.join(', ')}), ${each.toFixed(0)} µs a row, ` +
      `${(cpu / 1_000).toFixed(1)} s of CPU; memory ${before.now} MB before, ${peak} MB at most`,
  );
  if (rows !== PROMISED.rows) return;
  const isKept = total < PROMISED.seconds && peak < PROMISED.megabytes;
  console.log(
    `  promised: under ${PROMISED.seconds} s and ${PROMISED.megabytes} MB: ${isKept ? 'kept' : 'NOT KEPT'}`,
  );
  if (!isKept) process.exitCode = 1;
}

/** Returns the memory of a process in megabytes, now and at most since its start. Linux alone says it. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

function fileOf(rows) {
  const lines = ['Name,Phone,Email,Status,Tags'];
  for (let index = 0; index < rows; index += 1)
    lines.push(
      `Person ${index} of the benchmark,+4915${200_000_000 + index},person${index}@example.com,warm,"bench, file ${index % 20}"`,
    );
  return `${lines.join('\n')}\n`;
}

async function untilState(send, id, state) {
  for (;;) {
    const found = await send('GET', `/contact-imports/${id}`);
    if (found.state === state) return found;
    if (found.state === 'failed') throw new Error('the import has failed');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function signIn(base) {
  const json = { 'content-type': 'application/json' };
  const response = await fetch(`${base}/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(OWNER),
  });
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
