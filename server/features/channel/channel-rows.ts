import type { ChannelState } from '../../../shared/contract/channel/channel.ts';
import type { CheckName, PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';

/** How a workspace stands with the platform, as it is stored. */
export interface ChannelRow {
  state: ChannelState;
  since: Date;
  reasonCode: string | null;
  reason: string | null;
  number: PlatformNumber | null;
  tokenExpiresAt: Date | null;
}

export interface CheckRow {
  name: CheckName;
  succeededAt: Date | null;
  failedAt: Date | null;
  faultCode: string | null;
  fault: string | null;
}

/** Why something is not as it should be: the platform's code and a sentence. */
export interface ChannelFault {
  code: string | null;
  message: string;
}
