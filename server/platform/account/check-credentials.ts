import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import { GraphError, type GraphHttp } from '../graph/graph-http.ts';
import type { PlatformError } from '../graph/platform-error.ts';
import { appTokenOf, readApp } from './app-node.ts';
import {
  accountDetail,
  appDetail,
  numberDetail,
  saysBadToken,
  tokenDetails,
  tokenWarnings,
} from './check-fields.ts';
import { debugToken, type TokenFacts } from './debug-token.ts';
import { listNumbers, readNumber } from './phone-numbers.ts';
import { explainSetupError, isOutage, setupError } from './setup-errors.ts';

/** The credentials of a workspace, as a person typed them. */
export interface TypedCredentials {
  appId: string;
  appSecret: string;
  accessToken: string;
  wabaId: string;
  phoneNumberId: string;
}

/** The platform's verdict on the five values together. */
export interface CheckedCredentials {
  /** One entry per wrong value, with its field, the cause and what to do. */
  faults: ErrorDetail[];
  /** Values that work, but not for long. */
  warnings: ErrorDetail[];
  number: PlatformNumber | null;
  tokenExpiresAt: Date | null;
}

/**
 * Checks each value with the platform, and whether the values belong together. A value that cannot be checked
 * because another one is wrong is not reported.
 * @throws {AppError} platform_unreachable when the platform does not respond, so nothing could be checked.
 */
export async function checkCredentials(
  http: GraphHttp,
  given: TypedCredentials,
  now: Date,
): Promise<CheckedCredentials> {
  const { accessToken, appId, wabaId, phoneNumberId } = given;
  const [app, asked, listed, read] = await Promise.all([
    attempt(readApp(http, given)),
    attempt(debugToken(http, appTokenOf(given), accessToken)),
    attempt(listNumbers(http, accessToken, wabaId)),
    attempt(readNumber(http, accessToken, phoneNumberId)),
  ]);
  const facts = await factsOf(http, asked, accessToken);
  const faults: ErrorDetail[] = [];
  if ('fault' in app) faults.push(appDetail(app.fault, appId, facts));
  const isBadToken = [listed, read].some((outcome) => 'fault' in outcome && saysBadToken(outcome.fault));
  if (facts) faults.push(...tokenDetails(facts, 'fault' in app ? (facts.appId ?? appId) : appId, now));
  if (isBadToken && !faults.some(({ path }) => path === 'accessToken')) faults.push(badToken(listed, read));
  const hasGoodToken = !faults.some(({ path }) => path === 'accessToken');
  if (hasGoodToken) {
    if ('fault' in listed) faults.push(accountDetail(listed.fault, wabaId, facts));
    const number = numberDetail(
      'fault' in read ? read : { number: read.value },
      given,
      'fault' in listed ? null : listed.value,
    );
    if (number && !faults.some(({ path }) => path === number.path)) faults.push(number);
  }
  return {
    faults,
    warnings: facts && faults.length === 0 ? tokenWarnings(facts) : [],
    number: 'fault' in read ? null : read.value,
    tokenExpiresAt: facts?.expiresAt ?? null,
  };
}

/**
 * Requires valid credentials.
 * @throws {AppError} validation_failed with every value that is wrong.
 */
export function demandGood({ faults }: Pick<CheckedCredentials, 'faults'>): void {
  if (faults.length === 0) return;
  throw new AppError('validation_failed', {
    message: CHANNEL_REASONS.write('credentials_rejected'),
    details: faults,
  });
}

type Outcome<T> = { value: T } | { fault: PlatformError };

/** Returns an error of the platform as a value. An outage aborts the whole check. */
async function attempt<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof GraphError) || error.fault === null || isOutage(error)) throw setupError(error);
    return { fault: error.fault };
  }
}

/**
 * Returns the facts about the token. If the app's credentials are wrong, the token is used to look up itself.
 * Null when neither works.
 */
async function factsOf(
  http: GraphHttp,
  asked: Outcome<TokenFacts>,
  accessToken: string,
): Promise<TokenFacts | null> {
  if (!('fault' in asked)) return asked.value;
  const own = await attempt(debugToken(http, accessToken, accessToken));
  return 'fault' in own ? null : own.value;
}

function badToken(...outcomes: Outcome<unknown>[]): ErrorDetail {
  const refused = outcomes.find((outcome) => 'fault' in outcome && saysBadToken(outcome.fault));
  const fault = refused && 'fault' in refused ? refused.fault : null;
  return {
    path: 'accessToken',
    message: fault ? explainSetupError(fault).message : CHANNEL_REASONS.write('token_not_accepted'),
  };
}
