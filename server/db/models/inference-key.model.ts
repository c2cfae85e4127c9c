import { defineModel, digest, integer, key, string, time } from '../define-model.ts';

export interface InferenceKeyRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  /** The first characters of the key, shown in lists. */
  prefix: string;
  keyHash: Buffer;
  keyVersion: number;
  expiresAt: Date | null;
  /** Maximum number of calls in total; null for no limit. */
  quota: number | null;
  calls: number;
  createdBy: Buffer | null;
  createdAt: Date;
  revokedAt: Date | null;
  /** Ids of models that the key may use, joined by commas; empty: all. */
  models: string;
  /** How many days before the expiry the latest warning was about; null: none yet. */
  warnedDays: number | null;
}

export const inferenceKeyModel = defineModel<InferenceKeyRow>('inference_keys', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  prefix: string(),
  keyHash: digest(),
  keyVersion: integer(),
  expiresAt: time(),
  quota: integer(),
  calls: integer(),
  createdBy: key(),
  createdAt: time(),
  revokedAt: time(),
  models: string(),
  warnedDays: integer(),
});
