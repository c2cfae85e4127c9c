import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { inject } from 'vitest';

/** A database of a test file's own, on the server that the whole run shares. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Makes a database with the tables of today, or an empty one; the caller drops it when its tests are done. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const base = inject('databaseUrl');
  const name = `switchboard_test_${randomBytes(6).toString('hex')}`;
  const made = `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`;
  await run(base, isEmpty ? made : `${made}; USE ${name}; ${inject('schema')}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(base, `DROP DATABASE IF EXISTS ${name}`) };
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
    /** The statements that make the tables of today. */
    schema: string;
  }
}
