import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { refreshInferenceKeys } from './inference.queries.ts';

/** Refetches the list when the keys change. */
export const inferenceRealtime = {
  'inference_key.created': refreshInferenceKeys,
  'inference_key.changed': refreshInferenceKeys,
  'inference_key.expiring': refreshInferenceKeys,
  'inference_key.revoked': refreshInferenceKeys,
} satisfies EventHandlers;
