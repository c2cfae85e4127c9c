import type { ChannelState } from '../../../shared/contract/channel/channel.ts';
import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';

/** The stored state of a workspace's connection to the platform. */
export interface ChannelRow {
  state: ChannelState;
  since: Date;
  reasonCode: string | null;
  reason: string | null;
  number: PlatformNumber | null;
  tokenExpiresAt: Date | null;
}

/** An error of the channel: the platform's code and a sentence. */
export interface ChannelError {
  code: string | null;
  message: string;
}
