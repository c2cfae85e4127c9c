import type { Context } from '../../kernel/context/context.ts';
import type { SealedColumns } from '../../kernel/crypto/reseal.sql.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** The parts of a context that sealing and opening use. */
export type SecretContext = Pick<Context, 'keyring' | 'scope'>;

const TABLES = ['cloud_api_settings', 'cloud_api_setup'] as const;
const COLUMNS = ['app_secret', 'access_token'] as const;

/** Where one of the platform's secrets is stored, sealed. */
export interface SealedPlace {
  table: (typeof TABLES)[number];
  column: (typeof COLUMNS)[number];
}

/** The columns that a rotation of SECRET_KEY seals again. */
export const CHANNEL_SECRETS = TABLES.map(
  (table): SealedColumns<SealedPlace['column']> => ({
    table,
    idColumn: 'tenant_id',
    columns: COLUMNS,
    contextOf: (scope, column) => bindingOf(scope, { table, column }),
  }),
);

/** Seals a secret for the place where it will be stored. */
export function sealSecret({ keyring, scope }: SecretContext, place: SealedPlace, plain: string): Buffer {
  return keyring.seal(plain, bindingOf(scope, place));
}

/** Opens a stored secret. @throws when it was sealed under a secret that is no longer known. */
export function openSecret({ keyring, scope }: SecretContext, place: SealedPlace, sealed: Buffer): string {
  return keyring.open(sealed, bindingOf(scope, place));
}

/** Returns the encryption context: a value copied to another tenant, table or column cannot be opened. */
function bindingOf({ tenantId }: TenantScope, { table, column }: SealedPlace): string {
  return `${table}.${column}:${tenantId}`;
}
