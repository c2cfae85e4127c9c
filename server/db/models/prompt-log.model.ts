import { defineModel, integer, key, string, text, time } from '../define-model.ts';

/** One call of the model that a workspace wanted to keep. */
export interface PromptLogRow {
  id: Buffer;
  tenantId: Buffer;
  keyId: Buffer | null;
  /** The person at the playground; null where a program called. */
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
