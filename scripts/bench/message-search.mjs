// The search of messages at several sizes: one workspace each, over HTTP, as a ratio to a read by primary key.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import { fillBySql } from './fill-by-sql.mjs';
import { crockfordOf, fillSearchable } from './fill-searchable.mjs';
import { freePort, waitUntilReady } from './processes.mjs';

const ROUNDS = 40;
const WARM_UP = 5;
/** From this size on, the database itself makes the messages and their words: the worker takes an hour for them. */
const BY_SQL_FROM = 1_000_000;
const OWNER = { email: 'bench@example.com', password: 'a benchmark password' };

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** Fills one workspace per size, lets the worker of the upgrade index it, and measures each kind of search. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: { messages: { type: 'string', default: '50000,500000' } },
  });
  for (const size of values.messages.split(',').map(Number)) await measureSize(size);
}

async function measureSize(size) {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  let server;
  try {
    const environment = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a benchmark secret of more than 32 characters',
      GRAPH_URL: 'http://127.0.0.1:9',
      RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
    };
    const owner = ['--owner-email', OWNER.email, '--owner-password', OWNER.password];
    const { tenantId } = JSON.parse(
      execFileSync(
        process.execPath,
        [join(dist, 'admin.js'), 'tenant', 'create', '--name', 'bench', ...owner, '--json'],
        { encoding: 'utf8', env: { ...process.env, ...environment } },
      ),
    );
    const isBySql = size >= BY_SQL_FROM;
    const began = performance.now();
    const sample = await (isBySql ? fillBySql : fillSearchable)(database.url, tenantId, size);
    if (isBySql)
      console.log(`${size} messages: filled by SQL in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    const port = await freePort();
    server = fork(join(dist, 'main.js'), [], {
      env: { ...process.env, ...environment, PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady({ url: `${url}/readyz`, headers: {} });
    const client = await signIn(`${url}/api/dashboard`);
    const started = performance.now();
    await untilIndexed(client);
    const seconds = (performance.now() - started) / 1_000;
    if (!isBySql)
      console.log(
        `${size} messages: indexed in ${seconds.toFixed(0)} s, ${Math.round(size / seconds)} a second`,
      );
    await printSize(database.url);
    await measureQueries(client, sample);
  } finally {
    server?.kill('SIGTERM');
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs every kind once per round, so that drift of the machine affects all of them equally. */
async function measureQueries(client, { conversationId }) {
  const kinds = {
    'GET /conversations/{id} (the floor)': `/conversations/${crockfordOf('cv', conversationId)}`,
    'a word in 1 of 10 messages': '/search/messages?text=pedido',
    'a word in 1 of 1,000': '/search/messages?text=agulha',
    'a word in 10 messages, all old': '/search/messages?text=zirconia',
    'the beginning of a frequent word': '/search/messages?text=ped',
    'two frequent words': '/search/messages?text=pedido+entrega',
    'two words that never meet': '/search/messages?text=pedido+zirconia',
    'no such word': '/search/messages?text=xylophone',
    'has:image': '/search/messages?has=image',
    'two frequent words that never meet': '/search/messages?text=hoje+ontem',
  };
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  const partial = new Set();
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [kind, path] of Object.entries(kinds)) {
      const began = performance.now();
      const body = await client(path);
      if (round >= 0) times[kind].push(performance.now() - began);
      if (body.isPartial) partial.add(kind);
    }
  }
  const [floor] = Object.values(times);
  for (const [kind, list] of Object.entries(times)) {
    const ratio = (at(list, 0.5) / at(floor, 0.5)).toFixed(1);
    console.log(
      `  ${kind.padEnd(40)} p50 ${at(list, 0.5).toFixed(1).padStart(7)} ms  p95 ${at(list, 0.95).toFixed(1).padStart(7)} ms  × ${ratio}${partial.has(kind) ? '  partial' : ''}`,
    );
  }
}

async function signIn(base) {
  const response = await fetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async (path) => {
    const answer = await fetch(base + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

async function untilIndexed(client) {
  while ((await client('/search/messages?text=x')).indexing !== null)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

async function printSize(url) {
  const connection = await mysql.createConnection(url);
  await connection.query('ANALYZE TABLE message_words');
  const [[row]] = await connection.query(
    `SELECT DATA_LENGTH / 1048576 AS mb FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'message_words'`,
  );
  await connection.end();
  console.log(`  the words take ${Number(row.mb).toFixed(0)} MB`);
}

function at(times, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
