import { apiKeysRoutes } from './api-keys.routes.ts';
import { type ApiKeysDeps, createApiKeysService } from './api-keys.service.ts';

export { createKeyUsage } from './key-usage.ts';

/** The keys that programs authenticate with. */
export function registerApiKeys(deps: ApiKeysDeps) {
  const service = createApiKeysService(deps);
  return { service, routes: apiKeysRoutes(service) };
}
