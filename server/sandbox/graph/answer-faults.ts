import type { RequestHandler } from 'express';
import type { Platform } from '../platform.ts';
import { byChance } from '../state/knobs.ts';
import { accountsOfToken } from './access.ts';
import { GraphFault } from './graph-fault.ts';

/**
 * What goes wrong with every answer of the graph API, whatever was asked: it comes late, as a 5xx, never,
 * or as a refusal for asking too often. The knobs of the number behind the token decide.
 */
export function answerFaults(platform: Platform): RequestHandler {
  return async (request, response, next) => {
    const token = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    const [account] = token === undefined ? [] : accountsOfToken(platform, token);
    const knobs = account ? platform.knobs.of(account.phoneNumberId) : platform.knobs.common();
    if (knobs.answerDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, knobs.answerDelayMs));
    if (byChance(knobs.answerHangRate)) {
      // Nothing is said until the caller gives up; the connection stays open meanwhile.
      response.locals.hungUp = true;
      return;
    }
    if (byChance(knobs.answerErrorRate)) throw new GraphFault(2);
    if (knobs.answerRateLimit) throw new GraphFault(request.path.endsWith('/messages') ? 130429 : 80007);
    next();
  };
}
