import { bytes, defineModel, key, string, time } from '../define-model.ts';

export interface CloudApiSettingsRow {
  tenantId: Buffer;
  appId: string;
  /** Encrypted, like the token: see kernel/crypto/secret-box. */
  appSecret: Buffer;
  accessToken: Buffer;
  wabaId: string;
  phoneNumberId: string;
  updatedAt: Date;
}

export const cloudApiSettingsModel = defineModel<CloudApiSettingsRow>('cloud_api_settings', {
  tenantId: key({ primaryKey: true }),
  appId: string(),
  appSecret: bytes(),
  accessToken: bytes(),
  wabaId: string(),
  phoneNumberId: string(),
  updatedAt: time(),
});
