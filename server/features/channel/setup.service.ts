import type {
  CloudApi,
  PlatformNumber,
  SetupStep,
} from '../../../shared/contract/channel/cloud-api.contract.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { splitPhone } from '../../../shared/domain/phone.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { appTokenOf, readApp } from '../../platform/account/app-node.ts';
import { demandGood } from '../../platform/account/check-credentials.ts';
import {
  accountDetail,
  appDetail,
  tokenDetails,
  tokenWarnings,
} from '../../platform/account/check-fields.ts';
import { debugToken, type TokenFacts } from '../../platform/account/debug-token.ts';
import { addNumber, listNumbers } from '../../platform/account/phone-numbers.ts';
import { isOutage, setupError } from '../../platform/account/setup-errors.ts';
import { GraphError } from '../../platform/graph/graph-http.ts';
import { type SetupRow, saveSetup } from './cloud-api.repository.ts';
import { type ChannelParts, saveCheckedCredentials, viewCloudApi } from './cloud-api.service.ts';
import { readKnown } from './credentials.ts';
import { sealSecret } from './sealed-secrets.ts';

/*
 * Connects a number step by step. Each step is verified before it is saved; the live credentials do not
 * change until a number is chosen (decision 0215).
 */

/** Saves the app if the platform confirms it. @throws {AppError} validation_failed; platform_unreachable. */
export async function setSetupApp(
  ctx: Context,
  parts: ChannelParts,
  typed: { appId: string; appSecret?: string | undefined },
): Promise<CloudApi> {
  const appSecret = typed.appSecret ?? (await requireValues(ctx, 'appSecret')).appSecret;
  await withFieldError(
    () => readApp(parts.http, { appId: typed.appId, appSecret }),
    (fault) => appDetail(fault, typed.appId, null),
  );
  const sealed = sealSecret(ctx, { table: 'cloud_api_setup', column: 'app_secret' }, appSecret);
  return saveDraft(ctx, parts, { appId: typed.appId, appSecret: sealed, step: 'token' });
}

/**
 * Saves the access token; returns warnings if it expires soon.
 * @throws {AppError} validation_failed; platform_unreachable.
 */
export async function setSetupToken(
  ctx: Context,
  parts: ChannelParts,
  typed: { accessToken?: string | undefined },
) {
  const app = await requireValues(ctx, 'appId', 'appSecret');
  const accessToken = typed.accessToken ?? (await requireValues(ctx, 'accessToken')).accessToken;
  const facts = await withFieldError(
    () => debugToken(parts.http, appTokenOf(app), accessToken),
    (fault) => appDetail(fault, app.appId, null),
  );
  demandGood({ faults: tokenDetails(facts, app.appId, ctx.clock.now()) });
  const sealed = sealSecret(ctx, { table: 'cloud_api_setup', column: 'access_token' }, accessToken);
  const cloudApi = await saveDraft(ctx, parts, { accessToken: sealed, step: 'account' });
  return { cloudApi, warnings: tokenWarnings(facts) };
}

/** Saves the business account. @throws {AppError} validation_failed; platform_unreachable. */
export async function setSetupAccount(
  ctx: Context,
  parts: ChannelParts,
  { wabaId }: { wabaId: string },
): Promise<CloudApi> {
  const { accessToken, ...app } = await requireValues(ctx, 'appId', 'appSecret', 'accessToken');
  // Used only for a more precise error message when the account is not accessible.
  const facts: TokenFacts | null = await debugToken(parts.http, appTokenOf(app), accessToken).catch(
    () => null,
  );
  await withFieldError(
    () => listNumbers(parts.http, accessToken, wabaId),
    (fault) => accountDetail(fault, wabaId, facts),
  );
  return saveDraft(ctx, parts, { wabaId, step: 'number' });
}

/** Returns the numbers of the account. @throws {AppError} validation_failed; platform_unreachable. */
export async function listSetupNumbers(
  ctx: Context,
  parts: ChannelParts,
): Promise<{ data: PlatformNumber[] }> {
  const { accessToken, wabaId } = await requireValues(ctx, 'accessToken', 'wabaId');
  const data = await withFieldError(
    () => listNumbers(parts.http, accessToken, wabaId),
    (fault) => accountDetail(fault, wabaId, null),
  );
  return { data };
}

/**
 * Adds a number to the account.
 * @returns its id on the platform.
 * @throws {AppError} validation_failed for what is not a number; platform_refused; platform_unreachable.
 */
export async function addSetupNumber(
  ctx: Context,
  parts: ChannelParts,
  { phone, displayName }: { phone: string; displayName: string },
): Promise<{ id: string }> {
  const { accessToken, wabaId } = await requireValues(ctx, 'accessToken', 'wabaId');
  const number = splitPhone(phone);
  if (!number) {
    const message = 'must be a phone number with a country code, as in +49 170 1234567';
    throw new AppError('validation_failed', { details: [{ path: 'phone', message }] });
  }
  try {
    const id = await addNumber(parts.http, accessToken, wabaId, { ...number, displayName });
    const target = { kind: 'cloud_api', id, label: `+${number.countryCode}${number.national}` } as const;
    await inTransaction(ctx, (ctx) => ctx.audit({ action: 'cloud_api.number_added', target }));
    return { id };
  } catch (error) {
    throw error instanceof GraphError ? setupError(error) : error;
  }
}

/**
 * Checks the five values together and makes them the live credentials.
 * @throws {AppError} validation_failed; platform_unreachable.
 */
export async function setSetupNumber(
  ctx: Context,
  parts: ChannelParts,
  { phoneNumberId }: { phoneNumberId: string },
): Promise<CloudApi> {
  const { appId, appSecret, accessToken, wabaId } = await requireValues(
    ctx,
    'appId',
    'appSecret',
    'accessToken',
    'wabaId',
  );
  const given = { appId, appSecret, accessToken, wabaId, phoneNumberId };
  const { number } = await saveCheckedCredentials(ctx, parts, given);
  return saveDraft(ctx, parts, { step: nextAfterNumber(number) });
}

/** Saves the current step. A skipped step stays marked until the person leaves it in another way. */
export async function setSetupStep(
  ctx: Context,
  parts: ChannelParts,
  { step, skipped }: { step: SetupStep | null; skipped?: SetupStep | undefined },
): Promise<CloudApi> {
  const { setup } = await readKnown(ctx);
  const kept = setup.skipped.filter((one) => one !== setup.step);
  return saveDraft(ctx, parts, {
    step,
    skipped: skipped === undefined ? kept : [...new Set([...kept, skipped])],
  });
}

async function saveDraft(ctx: Context, parts: ChannelParts, changes: Partial<SetupRow>): Promise<CloudApi> {
  await ctx.db.transaction((tx) => saveSetup({ ...ctx, tx }, changes));
  return viewCloudApi(ctx, parts);
}

/** Returns the setup's values. @throws {AppError} validation_failed for a needed value that is missing. */
async function requireValues<Field extends 'appId' | 'appSecret' | 'accessToken' | 'wabaId'>(
  ctx: Context,
  ...needed: Field[]
) {
  const { setup } = await readKnown(ctx);
  const absent = needed.filter((field) => setup[field] === null);
  if (absent.length > 0) {
    throw new AppError('validation_failed', {
      details: absent.map((path) => ({ path, message: CHANNEL_REASONS.write('step_required') })),
    });
  }
  return setup as Record<Field, string>;
}

/** Returns the next step, skipping those that the platform reports as done. */
function nextAfterNumber(number: PlatformNumber | null): SetupStep {
  if (number?.isRegistered) return 'callback';
  return number?.isVerified ? 'register' : 'code';
}

/** Runs one request to the platform and turns its rejection into the error of a field. */
async function withFieldError<T>(
  work: () => Promise<T>,
  explain: (fault: NonNullable<GraphError['fault']>) => ErrorDetail,
) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GraphError) || error.fault === null || isOutage(error)) throw setupError(error);
    if (error.fault.action === 'retry') throw setupError(error);
    demandGood({ faults: [explain(error.fault)] });
    throw error;
  }
}
