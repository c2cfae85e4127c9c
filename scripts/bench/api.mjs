// Requests per second of GET /api/v1/contacts, beside a bare node:http server with mysql2 that runs the
// same two SELECTs on the same database. The two take turns, so that a machine's drift cancels out.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { fillContacts } from './fill-contacts.mjs';
import { freePort, untilAnswers } from './processes.mjs';

const CONTACTS = 10_000;
const CONNECTIONS = 16;
const SECONDS = 8;
const ROUNDS = 3;
const SECRET_KEY = 'a benchmark secret of more than 32 characters';

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** Runs the benchmark and prints it. */
export async function bench() {
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const children = [];
  try {
    // Nobody listens there: no benchmark may call the real platform.
    const environment = { DATABASE_URL: database.url, SECRET_KEY, GRAPH_URL: 'http://127.0.0.1:9' };
    const { tenantId, key } = makeTenant(environment);
    await fillContacts(database.url, tenantId, CONTACTS);

    const [apiPort, barePort] = [await freePort(), await freePort()];
    children.push(
      start(join(dist, 'main.js'), {
        ...environment,
        PORT: String(apiPort),
        LOG_LEVEL: 'warn',
        RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
        RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
      }),
      start(fileURLToPath(new URL('./bare-server.mjs', import.meta.url)), {
        ...environment,
        PORT: String(barePort),
        TENANT_ID: tenantId,
      }),
    );
    const api = {
      url: `http://127.0.0.1:${apiPort}/api/v1/contacts`,
      headers: { authorization: `Bearer ${key}` },
    };
    const bare = { url: `http://127.0.0.1:${barePort}/`, headers: {} };
    await untilAnswers(api);
    await untilAnswers(bare);
    await report(api, bare);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function report(api, bare) {
  console.log(
    `GET /api/v1/contacts, 20 of ${CONTACTS} contacts, ${CONNECTIONS} connections, ${ROUNDS} × ${SECONDS} s each in turn`,
  );
  for (const target of [api, bare]) await load(target, 3);
  const ratios = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const ours = await load(api, SECONDS);
    const floor = await load(bare, SECONDS);
    ratios.push(ours.rate / floor.rate);
    console.log(
      `round ${round}: API ${ours.rate.toFixed(0)} requests/s (p99 ${ours.p99} ms), bare server ${floor.rate.toFixed(0)} requests/s (p99 ${floor.p99} ms), ratio ${ratios.at(-1).toFixed(2)}`,
    );
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
  console.log(`ratio API / bare server: median ${median.toFixed(2)}`);
  console.log(
    'The bare server runs the page query and the total, and no key lookup, limit, log or check of any kind.',
  );
}

async function load({ url, headers }, duration) {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

function makeTenant(environment) {
  const admin = (...args) =>
    JSON.parse(
      execFileSync(process.execPath, [join(dist, 'admin.js'), ...args, '--json'], {
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      }),
    );
  const { tenantId } = admin(
    'tenant',
    'create',
    '--name',
    'Bench',
    '--owner-email',
    'bench@example.com',
    '--owner-password',
    'a benchmark password',
  );
  return { tenantId, key: admin('key', 'create', '--tenant', tenantId, '--name', 'bench').key };
}

function start(entry, environment) {
  return fork(entry, [], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
