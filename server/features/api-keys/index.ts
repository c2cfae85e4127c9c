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
    authenticate: (token: string) => authenticateApiKey(resources, usage, token),
  };
}
