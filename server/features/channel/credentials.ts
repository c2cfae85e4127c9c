import type { StoredSecret } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findSettings, findSetup, type SetupRow } from './cloud-api.repository.ts';
import { openSecret, type SealedPlace, type SecretContext } from './sealed-secrets.ts';

/** What connects a workspace to its account on the messaging platform. The two secrets leave only towards it. */
export interface CloudApiCredentials {
  appId: string;
  appSecret: string;
  accessToken: string;
  wabaId: string;
  phoneNumberId: string;
}

/** The four values that open an account; each null while nobody has given it. */
interface KnownValues {
  appId: string | null;
  appSecret: string | null;
  accessToken: string | null;
  wabaId: string | null;
}

/** Everything that is stored of a workspace's connection, opened. */
interface Known {
  live: (KnownValues & { phoneNumberId: string; savedAt: Date; isReadable: boolean }) | null;
  /** What the setup goes on with: what it has gathered, over what is live. */
  setup: KnownValues & Pick<SetupRow, 'step' | 'skipped'>;
}

/** The end of a secret that is shorter than this would reveal too much of it. */
const TELLING_LENGTH = 12;

/**
 * Returns the credentials that a workspace is connected with; null when it is not connected.
 * @throws when they were sealed under a secret that is no longer known.
 */
export async function credentialsOf(ctx: QueryContext & SecretContext): Promise<CloudApiCredentials | null> {
  const row = await findSettings(ctx);
  if (!row) return null;
  const table = 'cloud_api_settings';
  return {
    appId: row.appId,
    appSecret: openSecret(ctx, { table, column: 'app_secret' }, row.appSecret),
    accessToken: openSecret(ctx, { table, column: 'access_token' }, row.accessToken),
    wabaId: row.wabaId,
    phoneNumberId: row.phoneNumberId,
  };
}

/** Opens the stored App Secret. @throws when it was sealed under a secret that is no longer known. */
export function openAppSecret(ctx: SecretContext, sealed: Buffer): string {
  return openSecret(ctx, { table: 'cloud_api_settings', column: 'app_secret' }, sealed);
}

/** Returns the platform's id of the connected number, without opening a secret; null when none is connected. */
export async function connectedNumberId(ctx: QueryContext): Promise<string | null> {
  return (await findSettings(ctx))?.phoneNumberId ?? null;
}

/** Returns whether the workspace has credentials, good or not. They are not opened. */
export async function isConnected(ctx: QueryContext): Promise<boolean> {
  return (await findSettings(ctx)) !== null;
}

/** Returns all that is stored of the connection. A secret that no known SECRET_KEY opens counts as not given. */
export async function readKnown(ctx: QueryContext & SecretContext): Promise<Known> {
  const [settings, draft] = await Promise.all([findSettings(ctx), findSetup(ctx)]);
  const open = (place: SealedPlace, sealed: Buffer | null | undefined) => {
    if (!sealed) return null;
    try {
      return openSecret(ctx, place, sealed);
    } catch {
      return null;
    }
  };
  const secretsIn = (
    table: SealedPlace['table'],
    row: { appSecret: Buffer | null; accessToken: Buffer | null } | null,
  ) => ({
    appSecret: open({ table, column: 'app_secret' }, row?.appSecret),
    accessToken: open({ table, column: 'access_token' }, row?.accessToken),
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

/** Returns what may be shown of the values: of the secrets, that they are stored and how they end. */
export function presentValues({ appId, appSecret, accessToken, wabaId }: KnownValues) {
  return { appId, appSecret: hintOf(appSecret), accessToken: hintOf(accessToken), wabaId };
}

function hintOf(secret: string | null): StoredSecret {
  if (secret === null) return { set: false, endsIn: null };
  return { set: true, endsIn: secret.length < TELLING_LENGTH ? null : secret.slice(-4) };
}
