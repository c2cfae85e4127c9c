import type { Database } from '../../db/database.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { CloudApiSettingsRepository } from './cloud-api-settings.repository.ts';

/** What connects a workspace to its account on the messaging platform. The two secrets leave only towards it. */
export interface CloudApiCredentials {
  appId: string;
  appSecret: string;
  accessToken: string;
  wabaId: string;
  phoneNumberId: string;
}

export type CloudApiSettingsService = ReturnType<typeof createCloudApiSettingsService>;

export function createCloudApiSettingsService({
  database,
  keyring,
}: {
  database: Database;
  keyring: Keyring;
}) {
  return {
    async credentials(scope: TenantScope): Promise<CloudApiCredentials | null> {
      const row = await new CloudApiSettingsRepository(database, scope).find();
      if (!row) return null;
      return {
        appId: row.appId,
        appSecret: keyring.open(row.appSecret, contextOf(scope, 'app_secret')),
        accessToken: keyring.open(row.accessToken, contextOf(scope, 'access_token')),
        wabaId: row.wabaId,
        phoneNumberId: row.phoneNumberId,
      };
    },

    async save(scope: TenantScope, credentials: CloudApiCredentials): Promise<void> {
      await new CloudApiSettingsRepository(database, scope).save({
        appId: credentials.appId,
        appSecret: keyring.seal(credentials.appSecret, contextOf(scope, 'app_secret')),
        accessToken: keyring.seal(credentials.accessToken, contextOf(scope, 'access_token')),
        wabaId: credentials.wabaId,
        phoneNumberId: credentials.phoneNumberId,
        updatedAt: new Date(),
      });
    },
  };
}

/** Bound into the encryption: a value copied to another tenant or column does not open there. */
function contextOf(scope: TenantScope, column: string): string {
  return `cloud_api_settings.${column}:${scope.tenantId}`;
}
