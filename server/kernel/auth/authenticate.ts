import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { DESKTOP_ORIGIN } from '../../../shared/domain/desktop.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { isOwnPage, readSessionCookie } from '../http/session-cookie.ts';
import type { KeyActor, UserActor } from './actor.ts';

/** Where a request comes from. */
export interface Caller {
  ip: string;
  userAgent: string;
}

/** A key that is known and right, but may not be used: its error says why. */
export interface RefusedKey {
  kind: 'refused';
  key: KeyActor;
  error: AppError;
}

/** Returns where a request comes from. The header is cut to what is stored of it. */
export function callerOf(req: Request): Caller {
  return { ip: req.ip ?? '', userAgent: (req.get('User-Agent') ?? '').slice(0, 200) };
}

/**
 * Authenticates an API key: `Authorization: Bearer <key>`, with one space. Errors say what is wrong with the header, which the
 * caller can see, too. Unknown and revoked keys get the same response, which does not reveal which keys exist.
 * @param onKnown called for each request of a known key, also when it is refused.
 * @param explain says what is wrong with the text of a token; null when only the database could know.
 */
export function authenticateKey(
  verify: (token: string, caller: Caller) => Promise<KeyActor | RefusedKey | null>,
  onKnown: (req: Request, key: KeyActor) => void,
  explain: (token: string) => string | null,
) {
  return async (req: Request): Promise<KeyActor> => {
    const token = bearerOf(req);
    const found = token === null ? null : await verify(token, callerOf(req));
    if (!found) {
      const message = token === null ? headerProblem(req) : (explain(token) ?? UNKNOWN_KEY);
      throw new AppError('unauthorized', { message });
    }
    onKnown(req, found.kind === 'refused' ? found.key : found);
    if (found.kind === 'refused') throw found.error;
    return found;
  };
}

/**
 * Authenticates a person's session; null without one. A browser sends its token in the cookie, and a
 * request that another site started is rejected. The desktop's main process sends a bearer token, which
 * no site can make a browser send; a cookie next to it, or from the desktop's page, is ignored.
 */
export function authenticateSession(
  verify: (token: string) => Promise<UserActor | null>,
  secureCookies: boolean,
) {
  return async (req: Request): Promise<UserActor | null> => {
    const bearer = bearerOf(req);
    if (bearer !== null) return verify(bearer);
    if (req.headers.origin === DESKTOP_ORIGIN) return null;
    if (!isOwnPage(req)) {
      throw new AppError('forbidden', { message: 'This request was started by another site.' });
    }
    const token = readSessionCookie(req, secureCookies);
    return token === null ? null : verify(token);
  };
}

const UNKNOWN_KEY =
  'No API key matches: this one was deleted, or is of another server. Create one in the dashboard, under API Keys.';

function headerProblem(req: Request): string {
  return req.get('Authorization')
    ? 'The Authorization header is not valid: it is Bearer, one space and the API key. Authorization: Bearer svc_…'
    : 'The Authorization header is missing. Send an API key in it: Authorization: Bearer svc_…';
}

/** Returns the token of a request: of an API key, or of the desktop app's session. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return /^Bearer ([^\s]{1,512})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
