import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { inject } from 'vitest';

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
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(base, `DROP DATABASE IF EXISTS ${name}`) };
}

let turn = 0;

/**
 * Returns the address of the same database at the next node of the cluster that the run has started, once the node has it;
 * without a cluster, the address itself.
 */
export async function nextNodeOf(url: string): Promise<string> {
  const nodes = inject('databaseNodes');
  const node = nodes[turn % nodes.length];
  if (node === undefined) return url;
  turn += 1;
  await run(node, 'SET SESSION wsrep_sync_wait = 1; SELECT 1');
  const address = new URL(node);
  address.pathname = new URL(url).pathname;
  return address.href;
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
    /** The nodes of the cluster that the run has started (`TEST_GALERA=1`); none otherwise. */
    databaseNodes: string[];
    /** The statements that create the current schema. */
    schema: string;
  }
}
