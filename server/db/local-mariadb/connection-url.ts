import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { ensureSecretFile, readIfThere } from './private-files.ts';
import { databaseName, databaseUser } from './server-options.ts';

/** Returns the password of the embedded database. Created once, in a file that only its owner can read. */
export function ensureDatabasePassword(dataDir: string): string {
  return ensureSecretFile(join(dataDir, 'mariadb-password'));
}

/** Returns the URL of a running embedded database, or null when this data folder never had one. */
export function connectionUrl(dataDir: string, port: number): string | null {
  const password = readIfThere(join(dataDir, 'mariadb-password'));
  return password ? `mysql://${databaseUser}:${password}@127.0.0.1:${port}/${databaseName}` : null;
}

/** Whether the database accepts our connection. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const connection = await createConnection({ uri: url, connectTimeout: 2_000 });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
