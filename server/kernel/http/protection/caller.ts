import type { IncomingMessage } from 'node:http';

/** Returns who sends a request, before anything is looked up: an API key, a session, or else an address. */
export function callerOf({ headers, socket }: IncomingMessage): string {
  return headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? '';
}
