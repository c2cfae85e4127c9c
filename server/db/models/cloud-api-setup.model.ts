import type { SetupStep } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { bytes, defineModel, json, key, string, time } from '../define-model.ts';

/** What a setup has gathered so far. The secrets are sealed. */
export interface CloudApiSetupRow {
  tenantId: Buffer;
  appId: string | null;
  appSecret: Buffer | null;
  accessToken: Buffer | null;
  wabaId: string | null;
  /** Null when the setup is done. */
  step: SetupStep | null;
  /** A list of `SetupStep`, as JSON. */
  skipped: unknown;
  updatedAt: Date;
}

export const cloudApiSetupModel = defineModel<CloudApiSetupRow>('cloud_api_setup', {
  tenantId: key({ primaryKey: true }),
  appId: string(),
  appSecret: bytes(),
  accessToken: bytes(),
  wabaId: string(),
  step: string(),
  skipped: json(),
  updatedAt: time(),
});
