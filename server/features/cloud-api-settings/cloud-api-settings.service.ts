import type { Database } from '../../db/database.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import { type Author, OPERATOR } from '../../kernel/auth/author.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
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

const FIELDS = ['appId', 'appSecret', 'accessToken', 'wabaId', 'phoneNumberId'] as const;

export type CloudApiSettingsService = ReturnType<typeof createCloudApiSettingsService>;

export interface CloudApiSettingsDeps {
  database: Database;
  keyring: Keyring;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
}

export function createCloudApiSettingsService(deps: CloudApiSettingsDeps) {
  const { database, keyring, inUnitOfWork, recordAudit } = deps;

  async function credentials(scope: TenantScope): Promise<CloudApiCredentials | null> {
    const row = await new CloudApiSettingsRepository(database, scope).find();
    if (!row) return null;
    return {
      appId: row.appId,
      appSecret: keyring.open(row.appSecret, contextOf(scope, 'app_secret')),
      accessToken: keyring.open(row.accessToken, contextOf(scope, 'access_token')),
      wabaId: row.wabaId,
      phoneNumberId: row.phoneNumberId,
    };
  }

  return {
    credentials,

    /** Without an author it was the operator. The same values again are no change, and not written down. */
    async save(scope: TenantScope, given: CloudApiCredentials, author: Author = OPERATOR): Promise<void> {
      // What cannot be opened any more is exactly what this replaces.
      const before = await credentials(scope).catch(() => null);
      await inUnitOfWork(scope, async (work) => {
        const row = {
          appId: given.appId,
          appSecret: keyring.seal(given.appSecret, contextOf(scope, 'app_secret')),
          accessToken: keyring.seal(given.accessToken, contextOf(scope, 'access_token')),
          wabaId: given.wabaId,
          phoneNumberId: given.phoneNumberId,
          updatedAt: new Date(),
        };
        await new CloudApiSettingsRepository(database, scope).save(row, work.tx);
        if (before && FIELDS.every((field) => before[field] === given[field])) return;
        const target = { kind: 'cloud_api' as const, id: given.phoneNumberId, label: given.phoneNumberId };
        await recordAudit(work, scope, { action: 'cloud_api.changed', target, by: author });
      });
    },
  };
}

/** Bound into the encryption: a value copied to another tenant or column does not open there. */
function contextOf(scope: TenantScope, column: string): string {
  return `cloud_api_settings.${column}:${scope.tenantId}`;
}
