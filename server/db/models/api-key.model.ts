import { defineModel, digest, integer, key, string, time } from '../define-model.ts';

export interface ApiKeyRow {
  id: Buffer;
  tenantId: Buffer;
  /** 0 to 9 while the key lives, null once revoked: a unique (tenant, slot) is the limit of 10. */
  slot: number | null;
  name: string;
  keyHash: Buffer;
  keyVersion: number;
  hint: string;
  permissions: string;
  createdBy: Buffer | null;
  createdAt: Date;
  revokedAt: Date | null;
}

export const apiKeyModel = defineModel<ApiKeyRow>('api_keys', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  slot: integer(),
  name: string(),
  keyHash: digest(),
  keyVersion: integer(),
  hint: string(),
  permissions: string(),
  createdBy: key(),
  createdAt: time(),
  revokedAt: time(),
});

/** When a key was last used. Separate from the key's own row, which every request would otherwise update. */
export interface ApiKeyUsageRow {
  keyId: Buffer;
  tenantId: Buffer;
  lastUsedAt: Date;
}

export const apiKeyUsageModel = defineModel<ApiKeyUsageRow>('api_key_usage', {
  keyId: key({ primaryKey: true }),
  tenantId: key(),
  lastUsedAt: time(),
});
