import type { ChannelState } from '../../../shared/contract/channel/channel.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

/** How a workspace stands with the platform, and what the platform has said of its number. */
export interface StoredChannel {
  tenantId: Buffer;
  state: ChannelState;
  since: Date;
  reasonCode: string | null;
  reason: string | null;
  /** A `PlatformNumber`, as JSON. */
  number: unknown;
  /** Unix seconds by the platform's clock of the newest notice about the number. */
  limitToldAt: number;
  tokenExpiresAt: Date | null;
}

export const channelModel = defineModel<StoredChannel>('channels', {
  tenantId: key({ primaryKey: true }),
  state: string(),
  since: time(),
  reasonCode: string(),
  reason: string(),
  number: json(),
  limitToldAt: integer(),
  tokenExpiresAt: time(),
});
