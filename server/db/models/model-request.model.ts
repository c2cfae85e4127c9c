import type { ModelRequest } from '../../../shared/domain/worker-models.ts';
import { defineModel, integer, string, time } from '../define-model.ts';

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

/** The model that workers serve. There is one row, with the id 1. */
export interface ModelChoiceRow {
  id: number;
  modelId: string;
  chosenAt: Date;
}

export const modelChoiceModel = defineModel<ModelChoiceRow>('model_choice', {
  id: { ...integer(), primaryKey: true },
  modelId: string(),
  chosenAt: time(),
});
