import type { Context } from '../../../kernel/context/context.ts';
import type { SealedColumns } from '../../../kernel/crypto/reseal.sql.ts';
import { makeSecret } from '../sending/sign.ts';

/** A secret that deliveries are signed with. Times are ISO 8601. */
export interface EndpointSecret {
  secret: string;
  createdAt: string;
  /** Null for the newest. */
  expiresAt: string | null;
}

const KEPT_MAX = 5;

/** The columns of an endpoint that are sealed under SECRET_KEY: its secrets and its header values. */
export const ENDPOINT_SECRETS: SealedColumns<'secrets' | 'headers'> = {
  table: 'webhook_endpoints',
  idColumn: 'id',
  columns: ['secrets', 'headers'],
  contextOf: (scope, column, id) => `webhook_endpoints.${column}:${scope.tenantId}:${id.toString('hex')}`,
};

/** The parts of a context that sealing uses. */
type Sealing = Pick<Context, 'keyring' | 'scope'>;

/** Returns the secrets of an endpoint in their stored form. */
export function sealSecrets(
  { keyring, scope }: Sealing,
  id: Buffer,
  secrets: readonly EndpointSecret[],
): Buffer {
  return keyring.seal(JSON.stringify(secrets), ENDPOINT_SECRETS.contextOf(scope, 'secrets', id));
}

/**
 * Returns the secrets of an endpoint that have not expired, newest first.
 * @throws when no known key opens them.
 */
export function openSecrets(
  { keyring, scope, clock }: Sealing & Pick<Context, 'clock'>,
  id: Buffer,
  sealed: Buffer,
): EndpointSecret[] {
  const plain = keyring.open(sealed, ENDPOINT_SECRETS.contextOf(scope, 'secrets', id));
  return (JSON.parse(plain) as EndpointSecret[]).filter(
    ({ expiresAt }) => expiresAt === null || new Date(expiresAt) > clock.now(),
  );
}

/** Returns the headers of an endpoint in their stored form. */
export function sealHeaders(
  { keyring, scope }: Sealing,
  id: Buffer,
  headers: Readonly<Record<string, string>>,
): Buffer {
  return keyring.seal(JSON.stringify(headers), ENDPOINT_SECRETS.contextOf(scope, 'headers', id));
}

/** Returns the headers of an endpoint, name to value. @throws when no known key opens them. */
export function openHeaders({ keyring, scope }: Sealing, id: Buffer, sealed: Buffer): Record<string, string> {
  return JSON.parse(keyring.open(sealed, ENDPOINT_SECRETS.contextOf(scope, 'headers', id)));
}

/** Returns at most five secrets, a new one first. The others expire at the latest when the overlap ends. */
export function rotateSecrets(
  live: readonly EndpointSecret[],
  now: Date,
  overlapHours: number,
): EndpointSecret[] {
  const end = new Date(now.getTime() + overlapHours * 60 * 60 * 1_000).toISOString();
  const fresh = { secret: makeSecret(), createdAt: now.toISOString(), expiresAt: null };
  if (overlapHours === 0) return [fresh];
  const earlier = live.map((one) => ({
    ...one,
    expiresAt: one.expiresAt !== null && one.expiresAt < end ? one.expiresAt : end,
  }));
  return [fresh, ...earlier].slice(0, KEPT_MAX);
}
