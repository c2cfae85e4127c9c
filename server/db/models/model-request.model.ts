import type { ModelRequest } from '../../../shared/domain/worker-models.ts';
import { defineModel, string, time } from '../define-model.ts';

/** What the dashboard has requested of a model, until a worker has carried it out. */
export interface ModelRequestRow {
  modelId: string;
  request: ModelRequest;
  requestedAt: Date;
}

export const modelRequestModel = defineModel<ModelRequestRow>('model_requests', {
  modelId: { ...string(), primaryKey: true },
  request: string(),
  requestedAt: time(),
});
