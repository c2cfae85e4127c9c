// A data folder with one large and two small tenants, and the built server on it.
import { execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { fillContacts, indexContacts } from './fill-contacts.mjs';
import { freePort, waitUntilReady } from './processes.mjs';
import { createPeople, createRandom } from './search-people.mjs';

const SECRET_KEY = 'a benchmark secret of more than 32 characters';
const SMALL = 10_000;
/** The number of people of a tenant that queries are drawn from. */
const SAMPLE_SIZE = 2_000;

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/**
 * Opens the data folder, fills it if it is new, starts the server, runs `work` and stops everything. Without
 * `folder`, uses a temporary folder and deletes it at the end.
 */
export async function inWorkplace({ contacts, folder }, work) {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  mkdirSync(dataDir, { recursive: true });
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  let server;
  try {
    const environment = { DATABASE_URL: database.url, SECRET_KEY, GRAPH_URL: 'http://127.0.0.1:9' };
    const tenants = await fillOnce(join(dataDir, 'bench-search.json'), environment, contacts);
    const port = await freePort();
    server = fork(join(dist, 'main.js'), [], {
      env: {
        ...process.env,
        ...environment,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
        RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await waitUntilReady({ url: `http://127.0.0.1:${port}/readyz`, headers: {} });
    await work({ port, ...tenants });
  } finally {
    server?.kill('SIGTERM');
    await database.stop();
    lock.release();
    if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fillOnce(record, environment, contacts) {
  if (existsSync(record)) {
    const known = JSON.parse(readFileSync(record, 'utf8'));
    if (known.contacts === contacts) return known;
    throw new Error(`${record} has ${known.contacts} contacts. Use another folder for ${contacts}.`);
  }
  const admin = (...args) =>
    JSON.parse(
      execFileSync(process.execPath, [join(dist, 'admin.js'), ...args, '--json'], {
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      }),
    );
  const started = Date.now();
  const big = await fillTenant(environment.DATABASE_URL, admin, 'big', contacts, 1);
  const small = await fillTenant(environment.DATABASE_URL, admin, 'small', SMALL, 2);
  const otherSmall = await fillTenant(environment.DATABASE_URL, admin, 'other-small', SMALL, 3);
  console.log(`filled ${contacts} + 2 × ${SMALL} contacts in ${seconds(started)} s`);
  const indexing = Date.now();
  await indexContacts(environment.DATABASE_URL, () => admin('db', 'migrate'));
  console.log(`indexed them for the search (by the migration) in ${seconds(indexing)} s`);
  await printSizes(environment.DATABASE_URL);
  const tenants = { contacts, big, small, otherSmall };
  writeFileSync(record, JSON.stringify(tenants), { mode: 0o600 });
  return tenants;
}

async function fillTenant(url, admin, name, count, seed) {
  const owner = ['--owner-email', `${name}@example.com`, '--owner-password', 'a benchmark password'];
  const { tenantId } = admin('tenant', 'create', '--name', name, ...owner);
  const { key } = admin('key', 'create', '--tenant', tenantId, '--name', 'bench');
  const next = createPeople(seed);
  const random = createRandom(seed + 100);
  const people = [];
  await fillContacts(url, tenantId, count, {
    // The oldest 5 % look like an import: a word that is frequent, but only in old contacts.
    nextPerson: (index) => {
      const person = next();
      return index < count / 20 ? { ...person, name: `${person.name} (Import)` } : person;
    },
    onContact: (id, { name, phone }) => {
      if (random() < SAMPLE_SIZE / count) people.push({ id: `ct_${crockford(id)}`, name, phone });
    },
  });
  return { name, key, people };
}

async function printSizes(url) {
  const connection = await mysql.createConnection(url);
  const [rows] = await connection.query(
    `SELECT TABLE_NAME AS name, DATA_LENGTH AS data, INDEX_LENGTH AS indexes FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE 'contact%'`,
  );
  await connection.end();
  for (const { name, data, indexes } of rows)
    console.log(`  ${name}: ${megabytes(data)} MB of rows, ${megabytes(indexes)} MB of indexes`);
}

/** Returns the 26 characters of an id, as in the API. */
function crockford(id) {
  const bits = `00${[...id].map((byte) => byte.toString(2).padStart(8, '0')).join('')}`;
  return bits.replace(/.{5}/g, (five) => '0123456789abcdefghjkmnpqrstvwxyz'[Number.parseInt(five, 2)]);
}

const seconds = (since) => ((Date.now() - since) / 1_000).toFixed(1);
const megabytes = (bytes) => (Number(bytes) / 1024 / 1024).toFixed(1);
