import type { EventHandlers } from '../../lib/event-handlers.ts';
import { refreshInferenceKeys } from './inference.queries.ts';

/** Somebody changed the keys of the model: the list is asked for again. */
export const inferenceRealtime = {
  'inference_key.created': refreshInferenceKeys,
  'inference_key.changed': refreshInferenceKeys,
  'inference_key.revoked': refreshInferenceKeys,
} satisfies EventHandlers;
