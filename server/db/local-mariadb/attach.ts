import { join, resolve } from 'node:path';
import { connectionUrl, isReachable } from './connection-url.ts';
import { ensurePrivateFolder, ensureSecretFile } from './private-files.ts';
import { isRunning } from './process-identity.ts';
import { readRecord } from './process-record.ts';

/** Returns the database that another process runs on this data folder; null if it is not reachable. */
export async function attachLocalMariadb(dataDir: string): Promise<{ url: string } | null> {
  const path = resolve(dataDir);
  const record = readRecord(path, 'mariadbd');
  if (!record?.port || !isRunning(record)) return null;
  const url = connectionUrl(path, record.port);
  return url && (await isReachable(url)) ? { url } : null;
}

/** Returns the SECRET_KEY for an embedded database. Created once, in a file that only its owner can read. */
export function ensureSecretKey(dataDir: string): string {
  const path = resolve(dataDir);
  ensurePrivateFolder(path);
  return ensureSecretFile(join(path, 'secret-key'));
}
