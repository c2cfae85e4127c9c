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
  /** Null: the key does not expire. */
  expiresAt: Date | null;
  /** Networks in CIDR notation, joined by commas; empty: any address. */
  allowedAddresses: string;
  /** When the current secret replaced the previous one. */
  rolledAt: Date | null;
  previousHash: Buffer | null;
  previousHint: string | null;
  /** Until when the previous secret works too. */
  previousUntil: Date | null;
  /** How many days before the expiry the latest warning was about; null: none yet. */
  warnedDays: number | null;
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
  expiresAt: time(),
  allowedAddresses: string(),
  rolledAt: time(),
  previousHash: digest(),
  previousHint: string(),
  previousUntil: time(),
  warnedDays: integer(),
});

/** When a key was last used. Separate from the key's own row, which every request would otherwise update. */
export interface ApiKeyUsageRow {
  keyId: Buffer;
  tenantId: Buffer;
  lastUsedAt: Date;
  lastIp: string | null;
  lastUserAgent: string | null;
}

export const apiKeyUsageModel = defineModel<ApiKeyUsageRow>('api_key_usage', {
  keyId: key({ primaryKey: true }),
  tenantId: key(),
  lastUsedAt: time(),
  lastIp: string(),
  lastUserAgent: string(),
});
