import type { Caller } from '../../kernel/auth/authenticate.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { apiKeysRoutes } from './api-keys.routes.ts';
import { authenticateApiKey } from './authenticate-api-key.ts';
import { createKeyExpiryWarnings, type MailAdmins } from './key-expiry.ts';
import { createKeyUsage } from './key-usage.ts';

export { keyHint } from './api-keys.repository.ts';
export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

export { apiKeyRetention } from './key-retention.repository.ts';

/** Wires API keys. `background` stores when they were last used; no request waits for that. */
export function registerApiKeys(resources: Resources, background: Resources, mailAdmins: MailAdmins) {
  const usage = createKeyUsage(background);
  return {
    usage,
    routes: apiKeysRoutes(usage),
    workers: [createKeyExpiryWarnings(background, mailAdmins)],
    authenticate: (token: string, caller: Caller) => authenticateApiKey(resources, usage, token, caller),
  };
}
