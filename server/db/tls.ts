import type { SslOptions } from 'mysql2';
import { OperatorError } from './local-mariadb/index.ts';

/**
 * Returns a DATABASE_URL without its `ssl` parameter, and what the parameter means: `true` demands TLS with a valid
 * certificate. An own authority is given to Node in NODE_EXTRA_CA_CERTS. The driver and Sequelize read the parameter
 * differently, so neither gets to see it.
 * @throws {OperatorError} `database_unreachable` for another value.
 */
export function withTls(databaseUrl: string): { uri: string; ssl?: SslOptions } {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('ssl');
  if (given === null) return { uri: databaseUrl };
  if (given !== 'true' && given !== 'false')
    throw new OperatorError('database_unreachable', 'In DATABASE_URL, write ?ssl=true or leave ssl out.');
  url.searchParams.delete('ssl');
  return {
    uri: url.href,
    ...(given === 'true' && { ssl: { rejectUnauthorized: true, minVersion: 'TLSv1.2' } }),
  };
}
