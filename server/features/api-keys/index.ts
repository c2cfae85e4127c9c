import type { Resources } from '../../kernel/context/context.ts';
import { apiKeysRoutes } from './api-keys.routes.ts';
import { authenticateApiKey } from './api-keys.service.ts';
import { createKeyUsage } from './key-usage.ts';

export { keyHint } from './api-keys.repository.ts';
export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

export { apiKeyRetention } from './key-retention.repository.ts';

/** Wires API keys. `background` stores when they were last used; no request waits for that. */
export function registerApiKeys(resources: Resources, background: Resources) {
  const usage = createKeyUsage(background);
  return {
    usage,
    routes: apiKeysRoutes(usage),
    authenticate: oncePerTurn((token) => authenticateApiKey(resources, usage, token)),
  };
}

/**
 * Shares one look-up among the requests with the same key that arrive in one turn of the event loop. It begins after
 * all of them have arrived, so none is let in with a key that was revoked before.
 */
export function oncePerTurn<Found>(find: (token: string) => Promise<Found>) {
  const asked = new Map<string, Promise<Found>>();
  return (token: string): Promise<Found> => {
    const known = asked.get(token);
    if (known) return known;
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      asked.delete(token);
      return find(token);
    });
    asked.set(token, found);
    return found;
  };
}
