import type { StoredSecret } from '../../../shared/contract/cloud-api.contract.ts';
import type { Database } from '../../db/database.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { CloudApiSettingsRepository } from './cloud-api-settings.repository.ts';
import { CloudApiSetupRepository, type SetupRow } from './cloud-api-setup.repository.ts';
import { type SealedColumn, type SealedTable, secretsOf } from './sealed-secrets.ts';

/** The four values that open an account; each null while nobody has given it. */
export interface KnownValues {
  appId: string | null;
  appSecret: string | null;
  accessToken: string | null;
  wabaId: string | null;
}

/** Everything that is stored of a workspace's connection, opened. */
export interface Known {
  live: (KnownValues & { phoneNumberId: string; savedAt: Date; isReadable: boolean }) | null;
  /** What the setup goes on with: what it has gathered, over what is live. */
  setup: KnownValues & Pick<SetupRow, 'step' | 'skipped'>;
}

/** A secret shorter than this would be given away by its end. */
const TELLING_LENGTH = 12;

/** Reads both places where credentials stand. One that no known SECRET_KEY opens counts as not given. */
export async function readKnown(database: Database, keyring: Keyring, scope: TenantScope): Promise<Known> {
  const [settings, draft] = await Promise.all([
    new CloudApiSettingsRepository(database, scope).find(),
    new CloudApiSetupRepository(database, scope).find(),
  ]);
  const open = (table: SealedTable, column: SealedColumn, sealed: Buffer | null | undefined) => {
    if (!sealed) return null;
    try {
      return secretsOf(keyring, table).open(scope, column, sealed);
    } catch {
      return null;
    }
  };
  const secretsIn = (
    table: SealedTable,
    row: { appSecret: Buffer | null; accessToken: Buffer | null } | null,
  ) => ({
    appSecret: open(table, 'app_secret', row?.appSecret),
    accessToken: open(table, 'access_token', row?.accessToken),
  });
  const used = secretsIn('cloud_api_settings', settings);
  const gathered = secretsIn('cloud_api_setup', draft);
  return {
    live: settings && {
      ...used,
      appId: settings.appId,
      wabaId: settings.wabaId,
      phoneNumberId: settings.phoneNumberId,
      savedAt: settings.updatedAt,
      isReadable: used.appSecret !== null && used.accessToken !== null,
    },
    setup: {
      appId: draft?.appId ?? settings?.appId ?? null,
      appSecret: gathered.appSecret ?? used.appSecret,
      accessToken: gathered.accessToken ?? used.accessToken,
      wabaId: draft?.wabaId ?? settings?.wabaId ?? null,
      step: draft?.step ?? null,
      skipped: draft?.skipped ?? [],
    },
  };
}

/** What may be told of the values: of the secrets that they are there, and how they end. */
export function presentValues({ appId, appSecret, accessToken, wabaId }: KnownValues) {
  return { appId, appSecret: hintOf(appSecret), accessToken: hintOf(accessToken), wabaId };
}

function hintOf(secret: string | null): StoredSecret {
  if (secret === null) return { set: false, endsIn: null };
  return { set: true, endsIn: secret.length < TELLING_LENGTH ? null : secret.slice(-4) };
}
