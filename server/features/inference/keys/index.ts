export {
  addTokens,
  authenticateInferenceKey,
  createInternalPass,
  type InferenceKeyActor,
  type KeyRejection,
  refundCalls,
  takeCalls,
} from './inference-calls.service.ts';
export { createInferenceKey, listInferenceKeys, revokeInferenceKey } from './inference-keys.service.ts';
export { isPass } from './inference-pass.ts';
