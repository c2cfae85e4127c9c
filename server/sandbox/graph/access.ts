import type { Request } from 'express';
import { standingOf } from '../conversation/accounts.ts';
import type { Platform } from '../platform.ts';
import type { Account } from '../state/model.ts';
import { GraphApiError, notVisible } from './graph-api-error.ts';

/** The accounts that a token gives access to. */
export interface Access {
  readonly accounts: readonly Account[];
}

/**
 * Checks the bearer token (or `access_token`, which the platform accepts too).
 * @throws {GraphApiError} 104 without a token; 190 for an unknown or expired token; 101 for an unknown app.
 */
export function accessOf(platform: Platform, request: Request): Access {
  const token = tokenOf(request);
  if (token === null) {
    throw new GraphApiError(104, { message: 'An access token is required to request this resource.' });
  }
  const accounts = accountsOfToken(platform, token);
  const [first] = accounts;
  const [appId, secret] = token.split('|');
  if (!first && secret !== undefined) throw noSuchApp(platform, appId ?? '');
  if (!first) {
    throw new GraphApiError(190, { message: 'Invalid OAuth access token - Cannot parse access token' });
  }
  const { tokenExpiresAt } = standingOf(first);
  const isOver = tokenExpiresAt !== 0 && platform.clock.now() >= tokenExpiresAt * 1_000;
  const isApp = secret !== undefined;
  if (!isApp && (isOver || platform.knobs.of(first.phoneNumberId).tokenExpired)) {
    throw new GraphApiError(190, {
      message: 'Error validating access token: Session has expired',
      subcode: 463,
    });
  }
  return { accounts };
}

/** Returns the accounts of a token, which is an access token or the app's `id|secret`. */
export function accountsOfToken(platform: Platform, token: string): Account[] {
  return [...platform.store.account.values()].filter(
    (account) => account.accessToken === token || `${account.appId}|${account.appSecret}` === token,
  );
}

/** Returns the number with this id. @throws {GraphApiError} if the token has no access to it. */
export function numberIn(access: Access, id: string, verb: 'get' | 'post'): Account {
  const account = access.accounts.find((candidate) => candidate.phoneNumberId === id);
  if (!account) throw notVisible(id, verb);
  return account;
}

/** Returns the numbers of a business account. @throws {GraphApiError} if the token has no access to it. */
export function businessAccountIn(access: Access, id: string, verb: 'get' | 'post' | 'delete'): Account[] {
  const accounts = access.accounts.filter((candidate) => candidate.wabaId === id);
  if (accounts.length === 0) throw notVisible(id, verb);
  return accounts;
}

/** Returns the error for an app token `id|secret` with an unknown id or a wrong secret. */
function noSuchApp(platform: Platform, appId: string): GraphApiError {
  const isKnown = [...platform.store.account.values()].some((account) => account.appId === appId);
  if (isKnown) return new GraphApiError(190, { message: 'Invalid OAuth access token signature.' });
  const message = 'Error validating application. Cannot get application info due to a system error.';
  return new GraphApiError(101, { message, http: 400 });
}

/** Returns the id of the portfolio that owns a business account, which people often use by mistake. */
export function portfolioIdOf(account: Account): string {
  return `2${account.wabaId.slice(1)}`;
}

function tokenOf(request: Request): string | null {
  const match = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '');
  if (match?.[1]) return match[1];
  const { access_token: inQuery } = request.query;
  return typeof inQuery === 'string' && inQuery !== '' ? inQuery : null;
}
