import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { SealedColumns } from '../../kernel/crypto/reseal.sql.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** Where the platform's secrets are stored, sealed. */
const SEALED_TABLES = ['cloud_api_settings', 'cloud_api_setup'] as const;
export type SealedTable = (typeof SEALED_TABLES)[number];
const SEALED_COLUMNS = ['app_secret', 'access_token'] as const;
export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** Bound into the encryption: a value copied to another tenant, table or column does not open there. */
function contextOf(scope: TenantScope, table: SealedTable, column: SealedColumn): string {
  return `${table}.${column}:${scope.tenantId}`;
}

/** What the rotation of SECRET_KEY has to seal again. */
export const CHANNEL_SECRETS = SEALED_TABLES.map(
  (table): SealedColumns<SealedColumn> => ({
    table,
    idColumn: 'tenant_id',
    columns: SEALED_COLUMNS,
    contextOf: (scope, column) => contextOf(scope, table, column),
  }),
);

/** Seals and opens the two secrets of one table. */
export function secretsOf(keyring: Keyring, table: SealedTable) {
  return {
    seal: (scope: TenantScope, column: SealedColumn, plain: string) =>
      keyring.seal(plain, contextOf(scope, table, column)),
    open: (scope: TenantScope, column: SealedColumn, sealed: Buffer) =>
      keyring.open(sealed, contextOf(scope, table, column)),
  };
}
