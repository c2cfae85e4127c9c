import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { refreshApiKeys } from './api-keys.queries.ts';

/** Refetches the list after every change. */
export const apiKeysRealtime = {
  'api_key.created': refreshApiKeys,
  'api_key.changed': refreshApiKeys,
  'api_key.expiring': refreshApiKeys,
  'api_key.revoked': refreshApiKeys,
} satisfies EventHandlers;
