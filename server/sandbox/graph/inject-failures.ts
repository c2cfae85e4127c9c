import type { RequestHandler, Response } from 'express';
import type { Platform } from '../platform.ts';
import { byChance } from '../state/knobs.ts';
import { accountsOfToken } from './access.ts';
import { GraphApiError } from './graph-api-error.ts';

/**
 * Delays or drops responses of the graph API, or fails them with a 5xx or a rate limit error, as set by the
 * knobs of the token's number.
 */
export function injectFailures(platform: Platform): RequestHandler {
  return async (request, response, next) => {
    const token = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    const [account] = token === undefined ? [] : accountsOfToken(platform, token);
    const knobs = account ? platform.knobs.of(account.phoneNumberId) : platform.knobs.common();
    response.locals.retryAfterSeconds = knobs.retryAfterSeconds;
    if (knobs.answerDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, knobs.answerDelayMs));
    if (byChance(knobs.answerHangRate)) {
      // Never responds. The connection stays open until the caller closes it.
      response.locals.hungUp = true;
      return;
    }
    if (byChance(knobs.answerErrorRate)) throw new GraphApiError(2);
    if (knobs.answerRateLimit) throw new GraphApiError(request.path.endsWith('/messages') ? 130429 : 80007);
    next();
  };
}

/** Sets the time that a 429 or 503 asks to wait, as chosen for the number; 0 sets none. */
export function askToWait(response: Response, status: number, seconds: number): void {
  if (seconds > 0 && (status === 429 || status === 503)) response.set('Retry-After', String(seconds));
}
