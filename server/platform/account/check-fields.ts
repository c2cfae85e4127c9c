import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { ErrorDetail } from '../../../shared/domain/errors.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import type { PlatformError } from '../graph/platform-error.ts';
import { missingScopes, type TokenFacts } from './debug-token.ts';
import { explainSetupError } from './setup-errors.ts';

const { write } = CHANNEL_REASONS;

/** The platform's error codes for an invalid token. */
const BAD_TOKEN = new Set([0, 102, 104, 190, 463]);
const UNKNOWN_APP = 101;

export const saysBadToken = ({ code }: PlatformError) => code !== null && BAD_TOKEN.has(code);
const saysNoRight = ({ code }: PlatformError) =>
  explainSetupError({ code } as PlatformError).path === 'accessToken';

/**
 * Returns the problem when the app rejects this id and secret. `facts`: the token's own description, if
 * available.
 */
export function appDetail(fault: PlatformError, appId: string, facts: TokenFacts | null): ErrorDetail {
  if (facts?.appId && facts.appId !== appId) {
    return {
      path: 'appId',
      message: write('app_mismatch', { tokenApp: facts.appId, app: appId }),
    };
  }
  if (fault.code === UNKNOWN_APP || fault.code === 100)
    return {
      path: 'appId',
      message: write('app_unknown', { app: appId }),
    };
  return {
    path: 'appSecret',
    message: write('secret_wrong', { app: appId }),
  };
}

/** Returns the problems of a token, based on the app's description of it. */
export function tokenDetails(facts: TokenFacts, appId: string, now: Date): ErrorDetail[] {
  const path = 'accessToken';
  if (facts.expiresAt && facts.expiresAt <= now)
    return [{ path, message: write('token_expired', minuteOf(facts.expiresAt)) }];
  if (!facts.isValid)
    return [{ path, message: write('token_invalid', { detail: facts.fault ?? 'it is not valid' }) }];
  if (facts.appId !== null && facts.appId !== appId)
    return [
      {
        path,
        message: write('token_of_other_app', { tokenApp: facts.appId, app: appId }),
      },
    ];
  const [scope, other] = missingScopes(facts);
  if (scope === undefined) return [];
  const message =
    other === undefined ? write('scope_missing', { scope }) : write('scopes_missing', { scope, other });
  return [{ path, message }];
}

/** Returns warnings about values that work now but will stop working. */
export function tokenWarnings({ expiresAt }: TokenFacts): ErrorDetail[] {
  if (expiresAt === null) return [];
  return [
    {
      path: 'accessToken',
      message: write('token_temporary', minuteOf(expiresAt)),
    },
  ];
}

/** Returns the problem when the account does not exist or is not a business account. */
export function accountDetail(fault: PlatformError, wabaId: string, facts: TokenFacts | null): ErrorDetail {
  const path = 'wabaId';
  const node = /on node type \((\w+)\)/.exec(fault.details ?? fault.title)?.[1];
  if (node === 'Business')
    return {
      path,
      message: write('account_is_portfolio', { account: wabaId }),
    };
  if (node === 'WhatsAppBusinessPhoneNumber')
    return {
      path,
      message: write('account_is_number', { account: wabaId }),
    };
  if (node !== undefined)
    return { path, message: write('account_wrong_type', { account: wabaId, type: node }) };
  if (saysNoRight(fault)) return { path: 'accessToken', message: explainSetupError(fault).message };
  const granted = facts?.accounts?.filter((id) => id !== wabaId) ?? [];
  return {
    path,
    message:
      granted.length > 0
        ? write('account_hidden_others', { account: wabaId, accounts: granted.join(', ') })
        : write('account_hidden', { account: wabaId }),
  };
}

/**
 * Returns the problem when the number does not exist, is something else, or belongs to another account.
 * `numbers`: the account's numbers, if it is valid.
 */
export function numberDetail(
  outcome: { fault: PlatformError } | { number: PlatformNumber },
  given: { phoneNumberId: string; wabaId: string },
  numbers: readonly PlatformNumber[] | null,
): ErrorDetail | null {
  const { phoneNumberId: id, wabaId } = given;
  const path = 'phoneNumberId';
  const choice = numbers?.map((one) => `${one.id} (${one.displayPhoneNumber ?? 'no number'})`).join(', ');
  if ('fault' in outcome) {
    const { fault } = outcome;
    if (saysNoRight(fault)) return { path: 'accessToken', message: explainSetupError(fault).message };
    const same = numbers?.find((one) => digitsOf(one.displayPhoneNumber) === digitsOf(id));
    if (same) return { path, message: write('number_itself', { number: same.id }) };
    if (id === wabaId || /\(WhatsAppBusinessAccount\)/.test(fault.details ?? ''))
      return {
        path,
        message: choice
          ? write('number_is_account_choice', { number: id, numbers: choice })
          : write('number_is_account', { number: id }),
      };
    return {
      path,
      message: choice
        ? write('number_hidden_choice', { number: id, numbers: choice })
        : write('number_hidden', { number: id }),
    };
  }
  if (numbers === null || numbers.some((one) => one.id === id)) return null;
  const message = choice
    ? write('account_without_number_choice', { account: wabaId, number: id, numbers: choice })
    : write('account_without_number', { account: wabaId, number: id });
  return { path: 'wabaId', message };
}

function digitsOf(text: string | null): string {
  return (text ?? '').replace(/\D/g, '');
}

function minuteOf(moment: Date): { date: string; time: string } {
  const text = moment.toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}
