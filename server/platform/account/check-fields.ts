import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { ErrorDetail } from '../../../shared/domain/errors.ts';
import type { GraphFault } from '../graph/graph-fault.ts';
import { missingScopes, type TokenFacts } from './debug-token.ts';
import { explainSetupFault } from './setup-faults.ts';

/** The platform's error codes for an invalid token. */
const BAD_TOKEN = new Set([0, 102, 104, 190, 463]);
const UNKNOWN_APP = 101;

export const saysBadToken = ({ code }: GraphFault) => code !== null && BAD_TOKEN.has(code);
const saysNoRight = ({ code }: GraphFault) =>
  explainSetupFault({ code } as GraphFault).path === 'accessToken';

/**
 * Returns the problem when the app rejects this id and secret. `facts`: the token's own description, if
 * available.
 */
export function appFault(fault: GraphFault, appId: string, facts: TokenFacts | null): ErrorDetail {
  if (facts?.appId && facts.appId !== appId) {
    return {
      path: 'appId',
      message: `does not match: the access token belongs to app ${facts.appId}. Enter that App ID and its App Secret, or a token of app ${appId}.`,
    };
  }
  if (fault.code === UNKNOWN_APP || fault.code === 100)
    return {
      path: 'appId',
      message: `${appId} is not an app on the platform. Copy the App ID from the app’s dashboard.`,
    };
  return {
    path: 'appSecret',
    message: `is not the secret of app ${appId}. Copy it again from the app’s dashboard: App settings, Basic, Show.`,
  };
}

/** Returns the problems of a token, based on the app's description of it. */
export function tokenFaults(facts: TokenFacts, appId: string, now: Date): ErrorDetail[] {
  const path = 'accessToken';
  const again = 'Generate a new one for the system user (business settings, System users, Generate token).';
  if (facts.expiresAt && facts.expiresAt <= now)
    return [{ path, message: `expired on ${inWords(facts.expiresAt)}. ${again}` }];
  if (!facts.isValid)
    return [
      { path, message: `is not accepted by the platform: ${facts.fault ?? 'it is not valid'}. ${again}` },
    ];
  if (facts.appId !== null && facts.appId !== appId)
    return [
      {
        path,
        message: `belongs to app ${facts.appId}, not to ${appId}. Generate a token for app ${appId}.`,
      },
    ];
  const missing = missingScopes(facts);
  if (missing.length > 0)
    return [
      { path, message: `lacks ${missing.join(' and ')}. Generate a token with these permissions selected.` },
    ];
  return [];
}

/** Returns warnings about values that work now but will stop working. */
export function tokenWarnings({ expiresAt }: TokenFacts): ErrorDetail[] {
  if (expiresAt === null) return [];
  return [
    {
      path: 'accessToken',
      message: `is a temporary token: it expires on ${inWords(expiresAt)}, and sending stops then. Generate a permanent one for a system user.`,
    },
  ];
}

/** Returns the problem when the account does not exist or is not a business account. */
export function accountFault(fault: GraphFault, wabaId: string, facts: TokenFacts | null): ErrorDetail {
  const path = 'wabaId';
  const node = /on node type \((\w+)\)/.exec(fault.details ?? fault.title)?.[1];
  if (node === 'Business')
    return {
      path,
      message: `${wabaId} is the id of a business portfolio. Enter the id of the messaging account below it: business settings, Accounts, the account, “Account ID”.`,
    };
  if (node === 'WhatsAppBusinessPhoneNumber')
    return {
      path,
      message: `${wabaId} is a phone number ID. Enter the id of the account that the number belongs to.`,
    };
  if (node !== undefined)
    return { path, message: `${wabaId} is not a business account, but a ${node}. Enter the WABA ID.` };
  if (saysNoRight(fault)) return { path: 'accessToken', message: explainSetupFault(fault).message };
  const granted = facts?.accounts?.filter((id) => id !== wabaId) ?? [];
  const hint = granted.length > 0 ? ` The token was made for ${granted.join(', ')}.` : '';
  return {
    path,
    message: `${wabaId} is not a business account that this access token can access.${hint} Check the id, and that the account is assigned to the token’s system user.`,
  };
}

/**
 * Returns the problem when the number does not exist, is something else, or belongs to another account.
 * `numbers`: the account's numbers, if it is valid.
 */
export function numberFault(
  outcome: { fault: GraphFault } | { number: PlatformNumber },
  given: { phoneNumberId: string; wabaId: string },
  numbers: readonly PlatformNumber[] | null,
): ErrorDetail | null {
  const { phoneNumberId: id, wabaId } = given;
  const path = 'phoneNumberId';
  const known = numbers?.map((one) => `${one.id} (${one.displayPhoneNumber ?? 'no number'})`).join(', ');
  const choice = known ? ` The account has: ${known}.` : '';
  if ('fault' in outcome) {
    const { fault } = outcome;
    if (saysNoRight(fault)) return { path: 'accessToken', message: explainSetupFault(fault).message };
    const same = numbers?.find((one) => digitsOf(one.displayPhoneNumber) === digitsOf(id));
    if (same) return { path, message: `is the phone number itself. Enter its ID, which is ${same.id}.` };
    if (id === wabaId || /\(WhatsAppBusinessAccount\)/.test(fault.details ?? ''))
      return {
        path,
        message: `${id} is the id of the account. Enter the ID of one of its numbers.${choice}`,
      };
    return {
      path,
      message: `${id} is not a phone number that this access token can access.${choice || ' Check the ID.'}`,
    };
  }
  if (numbers === null || numbers.some((one) => one.id === id)) return null;
  return { path: 'wabaId', message: `${wabaId} has no phone number ${id}.${choice}` };
}

function digitsOf(text: string | null): string {
  return (text ?? '').replace(/\D/g, '');
}

function inWords(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
}
