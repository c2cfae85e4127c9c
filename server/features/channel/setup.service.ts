import type {
  CloudApi,
  PlatformNumber,
  SetupStep,
} from '../../../shared/contract/channel/cloud-api.contract.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { Context } from '../../kernel/context/context.ts';
import { appTokenOf, readApp } from '../../platform/account/app-node.ts';
import { demandGood } from '../../platform/account/check-credentials.ts';
import { accountFault, appFault, tokenFaults, tokenWarnings } from '../../platform/account/check-fields.ts';
import { debugToken, type TokenFacts } from '../../platform/account/debug-token.ts';
import { listNumbers } from '../../platform/account/phone-numbers.ts';
import { isOutage, setupError } from '../../platform/account/setup-faults.ts';
import { GraphError } from '../../platform/graph/graph-http.ts';
import { type SetupRow, saveSetup } from './cloud-api.repository.ts';
import { type ChannelParts, saveCheckedCredentials, viewCloudApi } from './cloud-api.service.ts';
import { readKnown } from './credentials.ts';
import { sealSecret } from './sealed-secrets.ts';

/*
 * Connecting a number step by step. Each step is proved before it is kept; what is live stays as it is until a number
 * is chosen (decision 0215).
 */

/** Saves the app, which the platform has to know. @throws {AppError} validation_failed; platform_unreachable. */
export async function setSetupApp(
  ctx: Context,
  parts: ChannelParts,
  typed: { appId: string; appSecret?: string | undefined },
): Promise<CloudApi> {
  const appSecret = typed.appSecret ?? (await gathered(ctx, 'appSecret')).appSecret;
  await asked(
    () => readApp(parts.http, { appId: typed.appId, appSecret }),
    (fault) => appFault(fault, typed.appId, null),
  );
  const sealed = sealSecret(ctx, { table: 'cloud_api_setup', column: 'app_secret' }, appSecret);
  return keep(ctx, parts, { appId: typed.appId, appSecret: sealed, step: 'token' });
}

/**
 * Saves the access token; returns warnings of one that works, but not for long.
 * @throws {AppError} validation_failed; platform_unreachable.
 */
export async function setSetupToken(
  ctx: Context,
  parts: ChannelParts,
  typed: { accessToken?: string | undefined },
) {
  const app = await gathered(ctx, 'appId', 'appSecret');
  const accessToken = typed.accessToken ?? (await gathered(ctx, 'accessToken')).accessToken;
  const facts = await asked(
    () => debugToken(parts.http, appTokenOf(app), accessToken),
    (fault) => appFault(fault, app.appId, null),
  );
  demandGood({ faults: tokenFaults(facts, app.appId, ctx.clock.now()) });
  const sealed = sealSecret(ctx, { table: 'cloud_api_setup', column: 'access_token' }, accessToken);
  const cloudApi = await keep(ctx, parts, { accessToken: sealed, step: 'account' });
  return { cloudApi, warnings: tokenWarnings(facts) };
}

/** Saves the business account. @throws {AppError} validation_failed; platform_unreachable. */
export async function setSetupAccount(
  ctx: Context,
  parts: ChannelParts,
  { wabaId }: { wabaId: string },
): Promise<CloudApi> {
  const { accessToken, ...app } = await gathered(ctx, 'appId', 'appSecret', 'accessToken');
  // Only for better words about an account that is not seen.
  const facts: TokenFacts | null = await debugToken(parts.http, appTokenOf(app), accessToken).catch(
    () => null,
  );
  await asked(
    () => listNumbers(parts.http, accessToken, wabaId),
    (fault) => accountFault(fault, wabaId, facts),
  );
  return keep(ctx, parts, { wabaId, step: 'number' });
}

/** Returns the numbers of the account. @throws {AppError} validation_failed; platform_unreachable. */
export async function listSetupNumbers(
  ctx: Context,
  parts: ChannelParts,
): Promise<{ data: PlatformNumber[] }> {
  const { accessToken, wabaId } = await gathered(ctx, 'accessToken', 'wabaId');
  const data = await asked(
    () => listNumbers(parts.http, accessToken, wabaId),
    (fault) => accountFault(fault, wabaId, null),
  );
  return { data };
}

/**
 * Checks the five values together; from here on they are what messages are sent with.
 * @throws {AppError} validation_failed; platform_unreachable.
 */
export async function setSetupNumber(
  ctx: Context,
  parts: ChannelParts,
  { phoneNumberId }: { phoneNumberId: string },
): Promise<CloudApi> {
  const { appId, appSecret, accessToken, wabaId } = await gathered(
    ctx,
    'appId',
    'appSecret',
    'accessToken',
    'wabaId',
  );
  const given = { appId, appSecret, accessToken, wabaId, phoneNumberId };
  const { number } = await saveCheckedCredentials(ctx, parts, given);
  return keep(ctx, parts, { step: nextAfterNumber(number) });
}

/** Saves where the person is; a step that was skipped is remembered until it is left in another way. */
export async function setSetupStep(
  ctx: Context,
  parts: ChannelParts,
  { step, skipped }: { step: SetupStep | null; skipped?: SetupStep | undefined },
): Promise<CloudApi> {
  const { setup } = await readKnown(ctx);
  const kept = setup.skipped.filter((one) => one !== setup.step);
  return keep(ctx, parts, {
    step,
    skipped: skipped === undefined ? kept : [...new Set([...kept, skipped])],
  });
}

async function keep(ctx: Context, parts: ChannelParts, changes: Partial<SetupRow>): Promise<CloudApi> {
  await ctx.db.transaction((tx) => saveSetup({ ...ctx, tx }, changes));
  return viewCloudApi(ctx, parts);
}

/** Returns what the setup has so far. @throws {AppError} validation_failed for a value that is needed and not there. */
async function gathered<Field extends 'appId' | 'appSecret' | 'accessToken' | 'wabaId'>(
  ctx: Context,
  ...needed: Field[]
) {
  const { setup } = await readKnown(ctx);
  const absent = needed.filter((field) => setup[field] === null);
  if (absent.length > 0) {
    throw new AppError('validation_failed', {
      details: absent.map((path) => ({ path, message: 'is required first: go back to that step' })),
    });
  }
  return setup as Record<Field, string>;
}

/** Steps that the platform says are done already are not asked again. */
function nextAfterNumber(number: PlatformNumber | null): SetupStep {
  if (number?.isRegistered) return 'callback';
  return number?.isVerified ? 'register' : 'code';
}

/** Asks the platform one question; its refusal becomes the error of a field. */
async function asked<T>(
  work: () => Promise<T>,
  inWords: (fault: NonNullable<GraphError['fault']>) => ErrorDetail,
) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GraphError) || error.fault === null || isOutage(error)) throw setupError(error);
    if (error.fault.action === 'retry') throw setupError(error);
    demandGood({ faults: [inWords(error.fault)] });
    throw error;
  }
}
