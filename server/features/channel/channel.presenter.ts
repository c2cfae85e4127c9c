import type { Channel, ChannelState } from '../../../shared/contract/channel/channel.ts';
import {
  CHANNEL_CHECKS,
  type ChannelCheck,
  type CloudApi,
} from '../../../shared/contract/channel/cloud-api.contract.ts';
import { readChannelReason } from '../../../shared/domain/reasons/channel-reasons.ts';
import { readNotice } from '../../../shared/domain/reasons/platform-notices.ts';
import type { ChannelCheckRow } from '../../db/models/channel-check.model.ts';
import type { ChannelError } from './channel-rows.ts';

export function presentChannel(row: {
  state: ChannelState;
  since: Date;
  reason: ChannelError | null;
}): Channel {
  const { state, since, reason } = row;
  return {
    state,
    since: since.toISOString(),
    reason: reason && withCode(reason),
  };
}

/** Returns every check in the defined order, including those that never ran. */
export function presentChecks(rows: readonly ChannelCheckRow[]): ChannelCheck[] {
  return CHANNEL_CHECKS.map((name) => {
    const row = rows.find((one) => one.name === name);
    return {
      name,
      succeededAt: row?.succeededAt?.toISOString() ?? null,
      failedAt: row?.failedAt?.toISOString() ?? null,
      fault: row && row.fault !== null ? withCode({ code: row.faultCode, message: row.fault }) : null,
    };
  });
}

/** Returns the platform's notices as the page shows them. */
export function presentNotices(rows: readonly { label: string; at: Date }[]): CloudApi['notices'] {
  return rows.flatMap(({ label, at }) => {
    const notice = readNotice(label);
    return notice ? [{ at: at.toISOString(), ...notice }] : [];
  });
}

function withCode({ code, message }: ChannelError) {
  const { code: messageCode, params: messageParams } = readChannelReason(message);
  return { code, message, messageCode, messageParams };
}
