import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { holderOf, lockDataDir, openLocalMariadb } from '../../server/db/local-mariadb/index.ts';
import { fastFolder } from './fast-folder.ts';
import { findGalera, startBalancer, startTestGalera } from './galera.ts';
import { dumpMigrated } from './schema-template.ts';

const prefix = 'switchboard-tests-';

/** What tests read with `inject`. */
type Provided = Pick<ProvidedContext, 'databaseUrl' | 'databaseNodes' | 'databaseAddresses' | 'schema'>;

interface Running {
  provided: Provided;
  stop(): Promise<void>;
}

/** The database server, and how many projects use it. */
interface Shared {
  users: number;
  starting: Promise<Running>;
}

/** Each project of Vitest loads this file for itself, in one process. */
const place = globalThis as { switchboardTests?: Shared };

/**
 * Starts one database server for the whole run, as `npm start` does, with its own data folder.
 * Tests read its address with `inject('databaseUrl')`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  place.switchboardTests ??= { users: 0, starting: start() };
  const shared = place.switchboardTests;
  shared.users += 1;
  const { provided, stop } = await shared.starting;
  project.provide('databaseUrl', provided.databaseUrl);
  project.provide('databaseNodes', provided.databaseNodes);
  project.provide('databaseAddresses', provided.databaseAddresses);
  project.provide('schema', provided.schema);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete place.switchboardTests;
    await stop();
  };
}

async function start(): Promise<Running> {
  if (process.env.TEST_GALERA) return onGalera();
  const given = process.env.TEST_DATABASE_URL;
  if (given) return onGivenServer(given);
  removeAbandoned();
  const dataDir = mkdtempSync(join(fastFolder(), prefix));
  const lock = await lockDataDir(dataDir, { address: 'the test run', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined, isDurable: false });
  // The server's own database is the template for those that the tests create.
  const schema = await dumpMigrated(database.url);
  return {
    provided: { databaseUrl: database.url, databaseNodes: [], databaseAddresses: [], schema },
    stop: async () => {
      await database.stop();
      lock.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Uses a server that is already running, such as MySQL or another version of MariaDB. Its account must be allowed to
 * create databases. Tests that kill or freeze a database still start their own.
 */
async function onGivenServer(url: string): Promise<Running> {
  const own = new URL(url);
  own.pathname = `/switchboard_test_template_${randomBytes(6).toString('hex')}`;
  const name = own.pathname.slice(1);
  await runOnServer(url, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  const schema = await dumpMigrated(own.href);
  return {
    provided: { databaseUrl: own.href, databaseNodes: [], databaseAddresses: [], schema },
    stop: () => runOnServer(url, `DROP DATABASE IF EXISTS ${name}`),
  };
}

/**
 * Starts three database nodes. With `TEST_GALERA=1`, each server of a test has the next one to itself; with
 * `TEST_GALERA=balanced`, every connection of a server leads to the next one.
 */
async function onGalera(): Promise<Running> {
  const programs = await findGalera();
  if (typeof programs === 'string') throw new Error(programs);
  const { nodes, stop } = await startTestGalera(programs);
  const databaseNodes = nodes.map((node) => node.url);
  const balancer = process.env.TEST_GALERA === 'balanced' ? await startBalancer(databaseNodes) : null;
  const databaseUrl = balancer?.url ?? databaseNodes[0] ?? '';
  return {
    provided: {
      databaseUrl,
      databaseNodes,
      databaseAddresses: balancer ? [balancer.url] : databaseNodes,
      schema: await dumpMigrated(databaseUrl),
    },
    stop: async () => {
      balancer?.stop();
      await stop();
    },
  };
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const address = new URL(url);
  address.pathname = '/';
  const connection = await createConnection({ uri: address.href });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

/** Deletes the folders of killed runs, 100 MB each. Their databases end automatically. */
function removeAbandoned(): void {
  for (const name of readdirSync(fastFolder())) {
    const folder = join(fastFolder(), name);
    if (!name.startsWith(prefix) || statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      continue;
    if (!holderOf(folder)) rmSync(folder, { recursive: true, force: true });
  }
}
