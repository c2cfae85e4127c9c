import type { Channel } from '../../../shared/contract/channel/channel.ts';
import type { CheckName, PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { readMessagingLimit } from '../../../shared/domain/message-limits.ts';
import { t } from '../../lib/i18n.ts';
import { reasonText } from '../../lib/reason-text.ts';

/** The platform's error codes for a locked account. A new token does not unlock it. */
const LOCKED = ['368', '131031'];

/** Returns whether the platform has locked the account, so that another token would not help. */
export function isLocked({ reason }: Channel): boolean {
  return reason?.code != null && LOCKED.includes(reason.code);
}

/** Returns why messages are not sent while the platform rejects the credentials, as a sentence. */
export function rejectionText(channel: Channel, since: string | null): string {
  const locked = isLocked(channel);
  if (since === null) return locked ? t('app:channelBanner.locked') : t('app:channelBanner.refused');
  return locked
    ? t('app:channelBanner.lockedSince', { time: since })
    : t('app:channelBanner.refusedSince', { time: since });
}

/** Returns what is wrong with the connection, as a sentence. */
export function channelReasonText({
  message,
  messageCode,
  messageParams,
}: NonNullable<Channel['reason']>): string {
  return reasonText('channel', { code: messageCode, params: messageParams, sentence: message });
}

/** Returns the text of a check that has no result yet. */
export function waitingText(name: CheckName): string {
  if (name === 'callback' || name === 'event' || name === 'send') return t(`channel:checks.waiting.${name}`);
  return t('channel:checks.notChecked');
}

/** The platform's quality ratings of a number. */
const RATINGS = ['GREEN', 'YELLOW', 'RED'] as const;

/** Returns whether a quality is a rating, and not `UNKNOWN`. */
export function isRated(quality: string): quality is (typeof RATINGS)[number] {
  return RATINGS.some((rating) => rating === quality);
}

/** Returns a messaging limit such as `TIER_2K` as text: how many conversations may be started in 24 hours. */
export function limitText(limit: string | null): string | null {
  const tier = /^TIER_(\w+)$/.exec(limit ?? '')?.[1];
  if (tier === undefined || tier === 'NOT_SET') return null;
  if (tier === 'UNLIMITED') return t('channel:limit.unlimited');
  const count = readMessagingLimit(limit);
  return count === null ? tier : t('channel:limit.perDay', { count });
}

/** Returns the phone number, or the platform's id when the phone number is unknown. */
export function numberText({
  displayPhoneNumber,
  id,
}: Pick<PlatformNumber, 'displayPhoneNumber' | 'id'>): string {
  return displayPhoneNumber ?? id;
}
