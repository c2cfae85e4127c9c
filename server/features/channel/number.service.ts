import type { CloudApi } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { callbackUrlOf } from '../../platform/account/callback-url.ts';
import { enterCode, readNumber, registerNumber, requestCode } from '../../platform/account/phone-numbers.ts';
import { setupError } from '../../platform/account/setup-errors.ts';
import {
  listSubscribedApps,
  overrideCallback,
  subscribeApp,
} from '../../platform/account/subscribed-apps.ts';
import type { GraphHttp } from '../../platform/graph/graph-http.ts';
import { saveChannelFacts, saveCheck } from './channel.repository.ts';
import { notSubscribed, registrationError } from './channel-verdict.ts';
import { type ChannelParts, viewCloudApi } from './cloud-api.service.ts';
import { type CloudApiCredentials, credentialsOf } from './credentials.ts';

/** The meaning of errors after entering a code. Some platforms return 100 for a wrong code (PLATFORM 8). */
const WRONG_CODE = {
  100: {
    path: 'code',
    message: CHANNEL_REASONS.write('code_wrong'),
  },
} as const;
const BAD_PIN = {
  100: { path: 'pin', message: CHANNEL_REASONS.write('pin_rejected') },
} as const;

/**
 * Requests the verification code for the number from the platform.
 * @throws {AppError} channel_not_connected; platform_refused; platform_unreachable.
 */
export async function requestNumberCode(
  ctx: Context,
  { http }: ChannelParts,
  how: { method: 'SMS' | 'VOICE'; language: string },
) {
  const { accessToken, phoneNumberId } = await connected(ctx);
  await withSetupErrors(requestCode(http, accessToken, phoneNumberId, how));
  return { requested: true as const };
}

/**
 * Submits the verification code to the platform.
 * @throws {AppError} channel_not_connected; validation_failed for a wrong code; platform_refused;
 * platform_unreachable.
 */
export async function enterNumberCode(ctx: Context, parts: ChannelParts, code: string): Promise<CloudApi> {
  const credentials = await connected(ctx);
  const { accessToken, phoneNumberId } = credentials;
  await withSetupErrors(enterCode(parts.http, accessToken, phoneNumberId, code), WRONG_CODE);
  await refreshNumber(ctx, parts.http, credentials);
  return viewCloudApi(ctx, parts);
}

/**
 * Registers the number if it is not registered yet. Registering again would use one of ten calls in 72 hours,
 * and fail if the PIN differs.
 * @throws {AppError} channel_not_connected; validation_failed for a bad PIN; platform_refused;
 * platform_unreachable.
 */
export async function registerOwnNumber(ctx: Context, parts: ChannelParts, pin: string): Promise<CloudApi> {
  const credentials = await connected(ctx);
  const { accessToken, phoneNumberId } = credentials;
  const { isRegistered } = await refreshNumber(ctx, parts.http, credentials);
  if (!isRegistered) {
    await withSetupErrors(registerNumber(parts.http, accessToken, phoneNumberId, pin), BAD_PIN);
    await refreshNumber(ctx, parts.http, credentials);
  }
  return viewCloudApi(ctx, parts);
}

/** Replaces the workspace's verify token. The new one must then be entered on the platform too. */
export async function renewVerifyToken(ctx: Context, parts: ChannelParts): Promise<CloudApi> {
  await inTransaction(ctx, async (ctx) => {
    await parts.renewVerifyToken(ctx);
    const target = {
      kind: 'cloud_api' as const,
      id: ctx.scope.tenantId,
      label: AUDIT_LABELS.write('verify_token'),
    };
    await ctx.audit({ action: 'cloud_api.verify_token_renewed', target });
  });
  return viewCloudApi(ctx, parts);
}

/**
 * Subscribes the app to the account: subscribe, override, read back. In any other order, the platform rejects
 * the request or silently does nothing (PLATFORM 12).
 * @throws {AppError} channel_not_connected; validation_failed; platform_refused; platform_unreachable.
 */
export async function subscribeOwnApp(
  ctx: Context,
  parts: ChannelParts,
  { override }: { override: boolean },
): Promise<CloudApi> {
  const { http } = parts;
  const { accessToken, wabaId, appId } = await connected(ctx);
  const url = callbackUrlOf(parts.config, ctx.scope.tenantId);
  await withSetupErrors(subscribeApp(http, accessToken, wabaId));
  if (override) {
    const verifyToken = await parts.verifyToken(ctx);
    await withSetupErrors(overrideCallback(http, accessToken, wabaId, { url, verifyToken }), {
      100: {
        path: 'override',
        message: CHANNEL_REASONS.write('callback_not_verified', { url }),
      },
    });
  }
  const apps = await withSetupErrors(listSubscribedApps(http, accessToken, wabaId));
  const own = apps.find(({ id }) => id === appId);
  const fault = own === undefined ? notSubscribed() : null;
  await saveCheck(ctx, 'subscription', fault);
  if (fault) throw new AppError('platform_refused', { message: fault.message });
  return viewCloudApi(ctx, parts);
}

async function connected(ctx: Context): Promise<CloudApiCredentials> {
  const credentials = await credentialsOf(ctx);
  if (!credentials) throw new AppError('channel_not_connected');
  return credentials;
}

async function withSetupErrors<T>(
  work: Promise<T>,
  words: Parameters<typeof setupError>[1] = {},
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw setupError(error, words);
  }
}

/** Reads the number from the platform again after a step that changes it. */
async function refreshNumber(
  ctx: Context,
  http: GraphHttp,
  { accessToken, phoneNumberId }: CloudApiCredentials,
) {
  const number = await withSetupErrors(readNumber(http, accessToken, phoneNumberId));
  await saveChannelFacts(ctx, { number });
  await saveCheck(ctx, 'registration', registrationError(number.isRegistered));
  return number;
}
