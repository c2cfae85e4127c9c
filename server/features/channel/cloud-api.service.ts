import type { z } from 'zod';
import type { CloudApi, PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { SaveCredentialsSchema } from '../../../shared/contract/channel/cloud-api-fields.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import type { Config } from '../../config.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { callbackUrlOf, callbackWarnings } from '../../platform/account/callback-url.ts';
import { checkCredentials, demandGood } from '../../platform/account/check-credentials.ts';
import { listSubscribedApps } from '../../platform/account/subscribed-apps.ts';
import type { GraphHttp } from '../../platform/graph/graph-http.ts';
import { presentChecks, presentNotices } from './channel.presenter.ts';
import {
  channelChecks,
  countWaitingSends,
  deleteChecks,
  findChannel,
  latestNotices,
  saveChannelFacts,
  saveCheck,
} from './channel.repository.ts';
import { changeState, describeChannel, type WaitingSends } from './channel-state.service.ts';
import { notSubscribed, registrationError } from './channel-verdict.ts';
import { forgetSetupValues, saveSettings } from './cloud-api.repository.ts';
import {
  type CloudApiCredentials,
  credentialsOf,
  isConnected,
  presentValues,
  readKnown,
} from './credentials.ts';
import { sealSecret } from './sealed-secrets.ts';

/** What the channel needs in addition to a context: the platform, and other parts of the server. */
export interface ChannelParts extends WaitingSends {
  http: GraphHttp;
  config: Pick<Config, 'graphUrl' | 'publicUrl'>;
  /** Runs in the transaction that stores credentials. */
  onSaved(ctx: ChangeContext): Promise<void>;
  /** Returns the verify token of the workspace. */
  verifyToken(ctx: QueryContext): Promise<string>;
  /** Replaces the workspace's verify token. */
  renewVerifyToken(ctx: ChangeContext): Promise<void>;
}

/** Facts from the platform about credentials being saved. `unchecked`: it was not queried. */
interface SaveOptions {
  unchecked?: boolean;
  number?: PlatformNumber | null;
  tokenExpiresAt?: Date | null;
}

const FIELDS = ['appId', 'appSecret', 'accessToken', 'wabaId', 'phoneNumberId'] as const;

/** Returns everything on the Channel page: state, credentials without their secrets, checks and setup. */
export async function viewCloudApi(ctx: Context, parts: ChannelParts): Promise<CloudApi> {
  const [{ live, setup }, row, checks, state, waiting, verifyToken, notices] = await Promise.all([
    readKnown(ctx),
    findChannel(ctx),
    channelChecks(ctx),
    describeChannel(ctx),
    countWaitingSends(ctx),
    parts.verifyToken(ctx),
    latestNotices(ctx),
  ]);
  const values = live ?? { appId: null, appSecret: null, accessToken: null, wabaId: null };
  return {
    channel: state,
    waiting,
    credentials: {
      ...presentValues(values),
      phoneNumberId: live?.phoneNumberId ?? null,
      savedAt: live?.savedAt.toISOString() ?? null,
      isReadable: live?.isReadable ?? true,
    },
    number: row?.number ?? null,
    tokenExpiresAt: row?.tokenExpiresAt?.toISOString() ?? null,
    checks: presentChecks(checks),
    notices: presentNotices(notices),
    callback: {
      url: callbackUrlOf(parts.config, ctx.scope.tenantId),
      verifyToken,
      warnings: callbackWarnings(parts.config, live?.accessToken),
    },
    setup: { ...presentValues(setup), step: setup.step, skipped: setup.skipped },
  };
}

/**
 * Checks entered credentials with the platform and saves them. A secret that was left empty keeps its stored
 * value.
 * @throws {AppError} validation_failed with every wrong field, platform_unreachable; then nothing is stored.
 */
export async function saveTypedCredentials(
  ctx: Context,
  parts: ChannelParts,
  input: z.output<typeof SaveCredentialsSchema>,
): Promise<{ cloudApi: CloudApi; warnings: ErrorDetail[] }> {
  const { unchecked, ...typed } = input;
  const { live } = await readKnown(ctx);
  const appSecret = typed.appSecret ?? live?.appSecret ?? null;
  const accessToken = typed.accessToken ?? live?.accessToken ?? null;
  if (appSecret === null || accessToken === null) throw missing({ appSecret, accessToken });
  const given = { ...typed, appSecret, accessToken };
  if (unchecked) {
    await saveCredentials(ctx, parts, given, { unchecked });
    return { cloudApi: await viewCloudApi(ctx, parts), warnings: [] };
  }
  const { warnings } = await saveCheckedCredentials(ctx, parts, given);
  await checkSubscription(ctx, parts.http, given);
  return { cloudApi: await viewCloudApi(ctx, parts), warnings };
}

/**
 * Checks whether the app is subscribed to the account, without which no events arrive. The steps of the setup do that
 * later; those who enter all values may have done it on the platform's pages. The credentials are good and saved already:
 * if the platform does not answer this, the check stays as it is, which is "Not checked yet" for new credentials.
 */
async function checkSubscription(
  ctx: Context,
  http: GraphHttp,
  { accessToken, wabaId, appId }: CloudApiCredentials,
): Promise<void> {
  const apps = await listSubscribedApps(http, accessToken, wabaId).catch((error: unknown) => {
    ctx.log.warn({ err: error, tenantId: ctx.scope.tenantId }, 'could not check the subscription of the app');
    return null;
  });
  if (!apps) return;
  await saveCheck(ctx, 'subscription', apps.some(({ id }) => id === appId) ? null : notSubscribed());
}

/**
 * Checks credentials with the platform, saves them with the results, and returns those.
 * @throws {AppError} validation_failed with every wrong field, platform_unreachable; then nothing is stored.
 */
export async function saveCheckedCredentials(ctx: Context, parts: ChannelParts, given: CloudApiCredentials) {
  const checked = await checkCredentials(parts.http, given, ctx.clock.now());
  demandGood(checked);
  const { number, tokenExpiresAt, warnings } = checked;
  await saveCredentials(ctx, parts, given, { number, tokenExpiresAt });
  for (const name of ['app', 'token', 'account', 'number'] as const) await saveCheck(ctx, name, null);
  if (number) await saveCheck(ctx, 'registration', registrationError(number.isRegistered));
  return { number, warnings };
}

/**
 * Connects a workspace with these credentials, and sends its waiting messages with them. Saving the same
 * values again adds no audit entry.
 */
export async function saveCredentials(
  ctx: Context,
  parts: Pick<ChannelParts, 'onSaved' | 'releaseSends' | 'wakeSender'>,
  given: CloudApiCredentials,
  { unchecked = false, number, tokenExpiresAt }: SaveOptions = {},
): Promise<void> {
  // Ignore the stored credentials if they can no longer be decrypted: they are replaced here.
  const before = await credentialsOf(ctx).catch(() => null);
  await inTransaction(ctx, async (ctx) => {
    const table = 'cloud_api_settings';
    const row = {
      appId: given.appId,
      appSecret: sealSecret(ctx, { table, column: 'app_secret' }, given.appSecret),
      accessToken: sealSecret(ctx, { table, column: 'access_token' }, given.accessToken),
      wabaId: given.wabaId,
      phoneNumberId: given.phoneNumberId,
      updatedAt: ctx.clock.now(),
    };
    const isSame = before !== null && FIELDS.every((field) => before[field] === given[field]);
    const isFirst = !(await isConnected(ctx));
    await saveSettings(ctx, row);
    await parts.onSaved(ctx);
    await forgetSetupValues(ctx);
    // The platform may have verified the callback URL before there were credentials: that stays true.
    if (!isSame && !isFirst) await deleteChecks(ctx);
    if (unchecked) {
      const message = CHANNEL_REASONS.write('saved_unverified');
      await changeState(ctx, parts, 'platform_unreachable', { code: null, message });
    } else await changeState(ctx, parts, 'connected');
    await parts.releaseSends(ctx, 'all');
    if (!isSame || number) {
      await saveChannelFacts(ctx, { number: number ?? null, tokenExpiresAt: tokenExpiresAt ?? null });
    }
    if (isSame) return;
    const target = { kind: 'cloud_api' as const, id: given.phoneNumberId, label: given.phoneNumberId };
    await ctx.audit({ action: 'cloud_api.changed', target });
  });
  parts.wakeSender();
}

function missing(secrets: Record<string, string | null>): AppError {
  const details = Object.entries(secrets)
    .filter(([, value]) => value === null)
    .map(([path]) => ({ path, message: CHANNEL_REASONS.write('value_required') }));
  return new AppError('validation_failed', { details });
}
