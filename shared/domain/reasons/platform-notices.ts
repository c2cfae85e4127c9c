/**
 * Notices of the platform about the number and its account that change nothing here, and that an owner should know of. Each
 * is a field of a callback.
 */
export const PLATFORM_NOTICES = [
  'phone_number_name_update',
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'security',
  'flows',
] as const;

export type PlatformNotice = (typeof PLATFORM_NOTICES)[number];

const SEPARATOR = ' · ';

/** Returns the label of a notice in the audit log: what it is about, and the platform's own words. */
export function writeNotice(about: PlatformNotice, words: readonly unknown[]): string {
  return [about, ...words].join(SEPARATOR);
}

/** Reads a label that `writeNotice` wrote; null for another one. */
export function readNotice(label: string): { about: PlatformNotice; words: string } | null {
  const [field, ...words] = label.split(SEPARATOR);
  const about = PLATFORM_NOTICES.find((one) => one === field);
  return about ? { about, words: words.join(SEPARATOR) } : null;
}
