import { join, resolve } from 'node:path';
import { answers, connectionUrl } from './connection-url.ts';
import { ensurePrivateFolder, ensureSecretFile } from './private-files.ts';
import { isRunning } from './process-identity.ts';
import { readRecord } from './process-record.ts';

/** The database that another process runs on this data folder, or null when none answers. */
export async function attachLocalMariadb(dataDir: string): Promise<{ url: string } | null> {
  const path = resolve(dataDir);
  const record = readRecord(path, 'mariadbd');
  if (!record?.port || !isRunning(record)) return null;
  const url = connectionUrl(path, record.port);
  return url && (await answers(url)) ? { url } : null;
}

/** The SECRET_KEY of the embedded case: made once, kept beside the data in a file that only the owner reads. */
export function ensureSecretKey(dataDir: string): string {
  const path = resolve(dataDir);
  ensurePrivateFolder(path);
  return ensureSecretFile(join(path, 'secret-key'));
}
