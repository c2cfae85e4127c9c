import { createConnection } from 'mysql2/promise';
import { OperatorError } from './local-mariadb/operator-error.ts';
import { withTls } from './tls.ts';

/**
 * Asks the database once whether it lets us in, before anything is built on it.
 * @throws {OperatorError} `database_unreachable`: one sentence with host and port and what to look at,
 *   never with the password.
 */
export async function requireDatabase(databaseUrl: string): Promise<void> {
  const address = withTls(databaseUrl);
  try {
    const connection = await createConnection({ ...address, connectTimeout: 5_000 });
    await connection.end();
  } catch (error) {
    throw new OperatorError('database_unreachable', sentenceFor(error, new URL(databaseUrl)), {
      cause: error,
    });
  }
}

/** Whether the traffic to the database leaves this machine without TLS. A private network may protect it. */
export function hasPlainRemoteDatabase(databaseUrl: string): boolean {
  const { uri, ssl } = withTls(databaseUrl);
  return ssl === undefined && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(uri).hostname);
}

function sentenceFor(error: unknown, url: URL): string {
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string };
  const where = `The database at ${url.hostname}:${url.port || 3306}`;
  const name = url.pathname.slice(1);
  switch (code) {
    case 'ECONNREFUSED':
      return `${where} does not answer (connection refused): check that it runs, and the host and port in DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${where} cannot be found: no such host is known here. Check the host in DATABASE_URL.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${where} cannot be reached (${code}): check the network, its firewall, and the host and port in DATABASE_URL.`;
    case 'ER_ACCESS_DENIED_ERROR':
      return `${where} does not let the user "${url.username}" in: check user and password in DATABASE_URL.`;
    case 'ER_BAD_DB_ERROR':
    case 'ER_DBACCESS_DENIED_ERROR':
      return `${where} has no database "${name}" that the user "${url.username}" may use: create it, or check DATABASE_URL.`;
    default:
      return `${where} cannot be used (${code || message}): check DATABASE_URL, and that it is MySQL 8, MariaDB 10.6 or later.`;
  }
}
