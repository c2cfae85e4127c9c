import type { Channel } from '../../../shared/contract/channel/channel.ts';
import type { CheckName, PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { t } from '../../lib/i18n.ts';

/** The codes of an account that is locked, whatever the token. */
const LOCKED = ['368', '131031'];

/** Returns why messages do not go out while the platform rejects the credentials, as a sentence. */
export function refusalSentence({ reason }: Channel, since: string | null): string {
  const isLocked = reason?.code != null && LOCKED.includes(reason.code);
  if (since === null) return isLocked ? t('channel:banner.locked') : t('channel:banner.refused');
  return isLocked
    ? t('channel:banner.lockedSince', { time: since })
    : t('channel:banner.refusedSince', { time: since });
}

/** Returns what a check says while nothing is known. */
export function waitingWords(name: CheckName): string {
  if (name === 'callback' || name === 'event' || name === 'send') return t(`channel:checks.waiting.${name}`);
  return t('channel:checks.notChecked');
}

/** The grades that the platform gives to a number. */
const GRADES = ['GREEN', 'YELLOW', 'RED'] as const;

/** Whether the quality of a number is one of the grades, and not `UNKNOWN`. */
export function isGraded(quality: string): quality is (typeof GRADES)[number] {
  return GRADES.some((grade) => grade === quality);
}

/** Returns how many people may be written to first in 24 hours, such as `TIER_2K`, in words. */
export function limitWords(limit: string | null): string | null {
  const tier = /^TIER_(\w+)$/.exec(limit ?? '')?.[1];
  if (tier === undefined || tier === 'NOT_SET') return null;
  if (tier === 'UNLIMITED') return t('channel:limit.unlimited');
  const [, count = '', thousands] = /^(\d+)(K?)$/.exec(tier) ?? [];
  if (count === '') return tier;
  return t('channel:limit.perDay', { count: Number(count) * (thousands ? 1_000 : 1) });
}

/** A number as a person knows it. */
export function numberWords({
  displayPhoneNumber,
  id,
}: Pick<PlatformNumber, 'displayPhoneNumber' | 'id'>): string {
  return displayPhoneNumber ?? id;
}
