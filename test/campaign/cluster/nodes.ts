import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { recordedPort } from '../launcher.ts';
import type { PlannedFailure } from '../plan.ts';
import type { ApiServerName, Stack } from '../stack.ts';
import { ask } from '../work.ts';

const NODES = 3;

/** Returns the folder of the database node that a failure hits. */
export function nodeOf({ dataDir }: Stack, { variant }: PlannedFailure): string {
  return join(dataDir, 'galera', `node-${1 + (variant % NODES)}`);
}

/** Cuts a node off from the others, as a broken network between them does, or connects it again. */
export async function isolateNode(folder: string, isCutOff: boolean): Promise<void> {
  const connection = await createConnection({
    ...{ host: '127.0.0.1', port: recordedPort(folder, 'mariadbd') ?? 0, connectTimeout: 5_000 },
    ...{ user: 'operator', password: readFileSync(join(folder, '..', 'password'), 'utf8') },
  });
  try {
    await connection.query(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isCutOff ? 1 : 0}'`);
  } finally {
    connection.destroy();
  }
}

/** Whether an API server of the cluster says that it is ready. */
export async function isOneReady(stack: Stack, server: ApiServerName): Promise<boolean> {
  const url = stack.serverUrl(server);
  return url !== null && (await ask(`${url}/readyz`, { ms: 3_000 })).status === 200;
}

/** Whether all of them do: the server of a node is not ready while its node is not. */
export async function areAllReady(stack: Stack): Promise<boolean> {
  for (const server of stack.servers) if (!(await isOneReady(stack, server))) return false;
  return true;
}
