import type { CheckName } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { defineModel, key, string, time } from '../define-model.ts';

/** The last results of one check of a workspace's channel. */
export interface ChannelCheckRow {
  tenantId: Buffer;
  name: CheckName;
  succeededAt: Date | null;
  failedAt: Date | null;
  faultCode: string | null;
  fault: string | null;
}

export const channelCheckModel = defineModel<ChannelCheckRow>('channel_checks', {
  tenantId: key({ primaryKey: true }),
  name: { ...string(), primaryKey: true },
  succeededAt: time(),
  failedAt: time(),
  faultCode: string(),
  fault: string(),
});
