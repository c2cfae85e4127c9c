import { defineModel, integer, key, time } from '../define-model.ts';

/** Whether a workspace stores prompts, and for how many days. Without a row it stores none. */
export interface PromptLogSettingsRow {
  tenantId: Buffer;
  keeps: number;
  days: number;
  changedAt: Date;
}

export const promptLogSettingsModel = defineModel<PromptLogSettingsRow>('prompt_log_settings', {
  tenantId: key({ primaryKey: true }),
  keeps: integer(),
  days: integer(),
  changedAt: time(),
});
