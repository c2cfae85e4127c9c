import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isOnline } from '../connectivity.ts';
import { Session } from '../session.ts';
import { knownOnly } from '../strict.ts';
import { ClientRequest } from './client-request.ts';

/** `net`: requests of main, in the default session. */
export const net = knownOnly('net', {
  get online() {
    return isOnline();
  },
  isOnline,
  fetch: async (input: string | Request, init?: RequestInit) => {
    if (typeof input !== 'string' || !input.startsWith('file:'))
      return Session.defaultSession.fetch(input, init);
    return new Response(new Uint8Array(await readFile(fileURLToPath(input))));
  },
  request: (options: ConstructorParameters<typeof ClientRequest>[0]) => new ClientRequest(options),
});
