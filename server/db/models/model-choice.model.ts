import { defineModel, integer, string, time } from '../define-model.ts';

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
