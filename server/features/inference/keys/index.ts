export {
  addTokens,
  authenticateInferenceKey,
  giveCallBack,
  type InferenceKeyActor,
  type KeyRejection,
  takeCall,
} from './inference-calls.service.ts';
export { createInferenceKey, listInferenceKeys, revokeInferenceKey } from './inference-keys.service.ts';
