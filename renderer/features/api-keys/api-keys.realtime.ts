import type { EventHandlers } from '../../lib/event-handlers.ts';
import { refreshApiKeys } from './api-keys.queries.ts';

/** Somebody changed the keys: the list is asked for again. */
export const apiKeysRealtime = {
  'api_key.created': refreshApiKeys,
  'api_key.revoked': refreshApiKeys,
} satisfies EventHandlers;
