import { inferenceKeysRoutes } from './inference-keys.routes.ts';
import { createInferenceKeysService, type InferenceKeysDeps } from './inference-keys.service.ts';

export type { InferenceKeyActor, InferenceKeysService, KeyRefusal } from './inference-keys.service.ts';

/** The keys of the model's endpoint, and what each has used. */
export function registerInferenceKeys(deps: InferenceKeysDeps) {
  const service = createInferenceKeysService(deps);
  return { service, routes: inferenceKeysRoutes(service) };
}
