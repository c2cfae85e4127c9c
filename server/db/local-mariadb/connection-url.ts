import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { ensureSecretFile, readIfThere } from './private-files.ts';
import { databaseName, databaseUser } from './server-options.ts';

/** The password of the embedded database: made once, kept in a file that only the owner reads. */
export function ensureDatabasePassword(dataDir: string): string {
  return ensureSecretFile(join(dataDir, 'mariadb-password'));
}

/** The address of a running embedded database, or null when this data folder never had one. */
export function connectionUrl(dataDir: string, port: number): string | null {
  const password = readIfThere(join(dataDir, 'mariadb-password'));
  return password ? `mysql://${databaseUser}:${password}@127.0.0.1:${port}/${databaseName}` : null;
}

/** Whether the database lets us in right now. */
export async function answers(url: string): Promise<boolean> {
  try {
    const connection = await createConnection({ uri: url, connectTimeout: 2_000 });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
