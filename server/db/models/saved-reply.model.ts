import { defineModel, integer, key, string, text, time } from '../define-model.ts';

/** A text that agents put into their messages, with variables in double braces. */
export interface SavedReplyRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  content: string;
  usedCount: number;
  lastUsedAt: Date | null;
  /** 1: it may answer alone outside business hours. */
  answersAlone: number;
  createdAt: Date;
  updatedAt: Date;
}

export const savedReplyModel = defineModel<SavedReplyRow>('saved_replies', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  content: text(),
  usedCount: integer(),
  lastUsedAt: time(),
  answersAlone: integer(),
  createdAt: time(),
  updatedAt: time(),
});
