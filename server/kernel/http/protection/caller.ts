import type { IncomingMessage } from 'node:http';
import { bearerOf } from '../../auth/authenticate.ts';
import { readAnySessionCookie } from '../session-cookie.ts';

/**
 * Returns who sends a request, before anything is looked up: an API key, a session, or else an address. Only the token counts:
 * another spelling of `Bearer`, or one more cookie, makes no other caller.
 */
export function callerOf(request: IncomingMessage): string {
  return bearerOf(request) ?? readAnySessionCookie(request) ?? request.socket.remoteAddress ?? '';
}
