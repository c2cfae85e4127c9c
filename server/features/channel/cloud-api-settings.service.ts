import type { PlatformNumber } from '../../../shared/contract/cloud-api.contract.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import { type Author, OPERATOR } from '../../kernel/auth/author.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { ChannelRepository } from './channel.repository.ts';
import type { ChannelStateDeps, ChannelStateService } from './channel-state.service.ts';
import { CloudApiSettingsRepository } from './cloud-api-settings.repository.ts';
import { CloudApiSetupRepository } from './cloud-api-setup.repository.ts';
import { secretsOf } from './sealed-secrets.ts';

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
  /** Asked for at a save only: the state in its turn reads what is saved here. */
  channelState(): Pick<ChannelStateService, 'moveIn'>;
  releaseSends: ChannelStateDeps['releaseSends'];
  wakeSender(): void;
  /** Done in the change that stores credentials. */
  onSaved(scope: TenantScope, tx: Transaction): Promise<void>;
}

/** What the platform said of credentials that are saved. `unchecked`: it could not be asked. */
export interface SaveOptions {
  author?: Author;
  unchecked?: boolean;
  number?: PlatformNumber | null;
  tokenExpiresAt?: Date | null;
}

export function createCloudApiSettingsService(deps: CloudApiSettingsDeps) {
  const { database, keyring, inUnitOfWork, recordAudit } = deps;
  const secrets = secretsOf(keyring, 'cloud_api_settings');

  async function credentials(scope: TenantScope): Promise<CloudApiCredentials | null> {
    const row = await new CloudApiSettingsRepository(database, scope).find();
    if (!row) return null;
    return {
      appId: row.appId,
      appSecret: secrets.open(scope, 'app_secret', row.appSecret),
      accessToken: secrets.open(scope, 'access_token', row.accessToken),
      wabaId: row.wabaId,
      phoneNumberId: row.phoneNumberId,
    };
  }

  return {
    credentials,

    /** Opens a stored App Secret. @throws when it was sealed under a secret that is no longer known. */
    openAppSecret: (scope: TenantScope, sealed: Buffer): string => secrets.open(scope, 'app_secret', sealed),

    /** The id of the number that is connected; nothing is opened for that. Null when none is. */
    numberOf: async (scope: TenantScope): Promise<string | null> =>
      (await new CloudApiSettingsRepository(database, scope).find())?.phoneNumberId ?? null,

    /** Whether the workspace has credentials, good or not; they are not opened for that. */
    isStored: async (scope: TenantScope): Promise<boolean> =>
      (await new CloudApiSettingsRepository(database, scope).find()) !== null,

    /**
     * Uses these from now on; what waits goes out with them. Without an author it was the operator. The same
     * values again are no change, and not written down.
     */
    async save(scope: TenantScope, given: CloudApiCredentials, options: SaveOptions = {}): Promise<void> {
      const { author = OPERATOR, unchecked = false, number, tokenExpiresAt } = options;
      // What cannot be opened any more is exactly what this replaces.
      const before = await credentials(scope).catch(() => null);
      await inUnitOfWork(scope, async (work) => {
        const row = {
          appId: given.appId,
          appSecret: secrets.seal(scope, 'app_secret', given.appSecret),
          accessToken: secrets.seal(scope, 'access_token', given.accessToken),
          wabaId: given.wabaId,
          phoneNumberId: given.phoneNumberId,
          updatedAt: new Date(),
        };
        const isSame = before !== null && FIELDS.every((field) => before[field] === given[field]);
        const channel = new ChannelRepository(database, scope, work.tx);
        await new CloudApiSettingsRepository(database, scope, work.tx).save(row);
        await deps.onSaved(scope, work.tx);
        await new CloudApiSetupRepository(database, scope, work.tx).forgetValues();
        if (!isSame) await channel.forgetChecks();
        if (unchecked) {
          const message = 'The credentials were saved without asking the platform.';
          const reason = { code: null, message };
          await deps.channelState().moveIn(work, scope, 'platform_unreachable', reason);
        } else await deps.channelState().moveIn(work, scope, 'connected');
        await deps.releaseSends(scope, 'all', work.tx);
        if (!isSame || number) {
          await channel.saveFacts({ number: number ?? null, tokenExpiresAt: tokenExpiresAt ?? null });
        }
        if (isSame) return;
        const target = { kind: 'cloud_api' as const, id: given.phoneNumberId, label: given.phoneNumberId };
        await recordAudit(work, scope, { action: 'cloud_api.changed', target, by: author });
      });
      deps.wakeSender();
    },
  };
}
