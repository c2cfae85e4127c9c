import type { StoredSecret } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findSettings, findSetup, type SetupRow } from './cloud-api.repository.ts';
import { openSecret, type SealedPlace, type SecretContext } from './sealed-secrets.ts';

/** The credentials of a workspace's platform account. The two secrets are sent only to the platform. */
export interface CloudApiCredentials {
  appId: string;
  appSecret: string;
  accessToken: string;
  wabaId: string;
  phoneNumberId: string;
}

/** The four values that identify an account; each is null until it is entered. */
interface KnownValues {
  appId: string | null;
  appSecret: string | null;
  accessToken: string | null;
  wabaId: string | null;
}

/** All stored values of a workspace's connection, with the secrets decrypted. */
interface Known {
  live: (KnownValues & { phoneNumberId: string; savedAt: Date; isReadable: boolean }) | null;
  /** The values the setup continues with: those entered so far, falling back to the live ones. */
  setup: KnownValues & Pick<SetupRow, 'step' | 'skipped'>;
}

/** Secrets shorter than this get no hint: their last 4 characters would reveal too much. */
const MIN_LENGTH_FOR_HINT = 12;

/**
 * Returns the credentials of a connected workspace; null when it is not connected.
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

/** Returns the platform's id of the connected number without decrypting secrets; null without a number. */
export async function connectedNumberId(ctx: QueryContext): Promise<string | null> {
  return (await findSettings(ctx))?.phoneNumberId ?? null;
}

/** Returns whether the workspace has credentials, valid or not. They are not decrypted. */
export async function isConnected(ctx: QueryContext): Promise<boolean> {
  return (await findSettings(ctx)) !== null;
}

/** Returns all stored values of the connection. A secret that no known SECRET_KEY opens becomes null. */
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

/** Returns the values as they may be shown: of each secret, whether it is set and its last 4 characters. */
export function presentValues({ appId, appSecret, accessToken, wabaId }: KnownValues) {
  return { appId, appSecret: hintOf(appSecret), accessToken: hintOf(accessToken), wabaId };
}

function hintOf(secret: string | null): StoredSecret {
  if (secret === null) return { set: false, endsIn: null };
  return { set: true, endsIn: secret.length < MIN_LENGTH_FOR_HINT ? null : secret.slice(-4) };
}
