import { defineModel, integer, key, string, text, time } from '../define-model.ts';

/** One model call, stored because the workspace has enabled the prompt log. */
export interface PromptLogRow {
  id: Buffer;
  tenantId: Buffer;
  keyId: Buffer | null;
  /** The person who used the playground; null for calls by programs. */
  userId: Buffer | null;
  model: string;
  askedAt: Date;
  expiresAt: Date;
  durationMs: number;
  promptTokens: number | null;
  completionTokens: number | null;
  finishReason: string;
  prompt: string;
  answer: string;
}

export const promptLogModel = defineModel<PromptLogRow>('prompt_log', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  keyId: key(),
  userId: key(),
  model: string(),
  askedAt: time(),
  expiresAt: time(),
  durationMs: integer(),
  promptTokens: integer(),
  completionTokens: integer(),
  finishReason: string(),
  prompt: text(),
  answer: text(),
});

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
