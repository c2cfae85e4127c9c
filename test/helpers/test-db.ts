import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { inject } from 'vitest';
import type { Database } from '../../server/db/database.ts';

/** A test file's own database, on the server that the whole run shares. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database with the current schema, or an empty one. The caller drops it after its tests. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const base = inject('databaseUrl');
  const name = `switchboard_test_${randomBytes(6).toString('hex')}`;
  const made = `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`;
  await run(base, isEmpty ? made : `${made}; USE ${name}; ${inject('schema')}`);
  await untilEverywhere();
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(base, `DROP DATABASE IF EXISTS ${name}`) };
}

let turn = 0;

/** Returns the address of the same database at the next node of the run's cluster; without a cluster, the address itself. */
export function nextNodeOf(url: string): string {
  const addresses = inject('databaseAddresses');
  const next = addresses[turn % addresses.length];
  if (next === undefined) return url;
  turn += 1;
  const address = new URL(next);
  address.pathname = new URL(url).pathname;
  return address.href;
}

/** Waits until every node of the run's cluster has what was stored at any of them. */
async function untilEverywhere(): Promise<void> {
  await Promise.all(
    inject('databaseNodes').map((node) => run(node, 'SET SESSION wsrep_sync_wait = 1; SELECT 1')),
  );
}

/**
 * On a cluster, makes the pool of a server lend its connections in turn, instead of the one that came back last. Behind a
 * balancer, each statement of a request then goes to another node than the one before it.
 */
export function lendInTurn({ sequelize }: Database): void {
  if (inject('databaseNodes').length === 0) return;
  const { pool } = sequelize.connectionManager as unknown as { pool: LendingPool };
  const acquire = pool.acquire.bind(pool);
  pool.acquire = () => {
    const last = pool._availableObjects.pop();
    if (last !== undefined) pool._availableObjects.unshift(last);
    return acquire();
  };
}

/** What Sequelize's pool has, which lends the last one of its free connections. */
interface LendingPool {
  acquire(): Promise<unknown>;
  _availableObjects: unknown[];
}

async function run(url: string, statement: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
    /** The nodes of the cluster that the run has started (`TEST_GALERA`); none otherwise. */
    databaseNodes: string[];
    /** The addresses that the servers of the tests use in turn: those nodes, or one balancer before them. */
    databaseAddresses: string[];
    /** The statements that create the current schema. */
    schema: string;
  }
}
