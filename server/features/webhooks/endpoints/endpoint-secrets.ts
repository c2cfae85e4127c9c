import type { Keyring } from '../../../kernel/crypto/keyring.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { makeSecret } from '../sending/sign.ts';

/** A secret that deliveries are signed with. Times are ISO 8601. */
export interface EndpointSecret {
  secret: string;
  createdAt: string;
  /** Null for the newest. */
  expiresAt: string | null;
}

const KEPT_MAX = 5;

export const SEALED_COLUMNS = ['secrets', 'headers'] as const;

/** Bound into the encryption: a value copied to another tenant, row or column does not open there. */
export function contextOfEndpoint(
  scope: TenantScope,
  id: Buffer,
  column: (typeof SEALED_COLUMNS)[number],
): string {
  return `webhook_endpoints.${column}:${scope.tenantId}:${id.toString('hex')}`;
}

/** What of an endpoint is stored under SECRET_KEY: its secrets and the values of its headers. */
export interface EndpointVault {
  sealSecrets(scope: TenantScope, id: Buffer, secrets: readonly EndpointSecret[]): Buffer;
  /** The live ones, newest first. */
  openSecrets(scope: TenantScope, id: Buffer, sealed: Buffer): EndpointSecret[];
  sealHeaders(scope: TenantScope, id: Buffer, headers: Readonly<Record<string, string>>): Buffer;
  openHeaders(scope: TenantScope, id: Buffer, sealed: Buffer): Record<string, string>;
}

export function createEndpointVault(keyring: Keyring, now: () => Date): EndpointVault {
  return {
    sealSecrets: (scope, id, secrets) =>
      keyring.seal(JSON.stringify(secrets), contextOfEndpoint(scope, id, 'secrets')),
    openSecrets: (scope, id, sealed) =>
      (JSON.parse(keyring.open(sealed, contextOfEndpoint(scope, id, 'secrets'))) as EndpointSecret[]).filter(
        ({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now(),
      ),
    sealHeaders: (scope, id, headers) =>
      keyring.seal(JSON.stringify(headers), contextOfEndpoint(scope, id, 'headers')),
    openHeaders: (scope, id, sealed) =>
      JSON.parse(keyring.open(sealed, contextOfEndpoint(scope, id, 'headers'))),
  };
}

/** A new secret before the others; those that live on do so until the end of the overlap, at most. */
export function rotated(live: readonly EndpointSecret[], now: Date, overlapHours: number): EndpointSecret[] {
  const end = new Date(now.getTime() + overlapHours * 60 * 60 * 1_000).toISOString();
  const fresh = { secret: makeSecret(), createdAt: now.toISOString(), expiresAt: null };
  if (overlapHours === 0) return [fresh];
  const earlier = live.map((one) => ({
    ...one,
    expiresAt: one.expiresAt !== null && one.expiresAt < end ? one.expiresAt : end,
  }));
  return [fresh, ...earlier].slice(0, KEPT_MAX);
}
