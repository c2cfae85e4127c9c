import type { Channel } from '../../../shared/contract/channel.ts';
import type { CheckName, PlatformNumber } from '../../../shared/contract/cloud-api.contract.ts';

/** The codes of an account that is locked, whatever the token. */
const LOCKED = ['368', '131031'];

/** What the platform says no to, without an end: "since" follows. */
export function refusalWords({ reason }: Channel): string {
  if (reason?.code && LOCKED.includes(reason.code)) return 'The platform has locked this workspace’s account';
  return 'The platform refuses this workspace’s access token';
}

export const CHECK_LABELS: Readonly<Record<CheckName, { label: string; waits?: string }>> = {
  app: { label: 'App ID and App Secret' },
  token: { label: 'Access token and its permissions' },
  account: { label: 'Business account' },
  number: { label: 'Phone number' },
  registration: { label: 'Number registered' },
  subscription: { label: 'App subscribed to the account' },
  standing: { label: 'Account in good standing' },
  callback: { label: 'Callback address verified', waits: 'The platform has not asked yet' },
  event: { label: 'Events received', waits: 'Nothing has come in yet' },
  send: { label: 'Messages sent', waits: 'Nothing has been sent yet' },
};

/** What the numbers with which the platform grades a number mean. */
export const QUALITY_LABELS: Readonly<Record<string, string>> = {
  GREEN: 'High',
  YELLOW: 'Medium',
  RED: 'Low',
};

/** How many people may be written to first in 24 hours: `TIER_2K`. */
export function limitWords(limit: string | null): string | null {
  const tier = /^TIER_(\w+)$/.exec(limit ?? '')?.[1];
  if (tier === undefined || tier === 'NOT_SET') return null;
  if (tier === 'UNLIMITED') return 'No limit';
  const [, count = '', thousands] = /^(\d+)(K?)$/.exec(tier) ?? [];
  if (count === '') return tier;
  return `${(Number(count) * (thousands ? 1_000 : 1)).toLocaleString('en')} people a day`;
}

/** A number as a person knows it. */
export function numberWords({
  displayPhoneNumber,
  id,
}: Pick<PlatformNumber, 'displayPhoneNumber' | 'id'>): string {
  return displayPhoneNumber ?? id;
}
