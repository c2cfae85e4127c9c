import { defineModel, key, time } from '../define-model.ts';

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
