/** How far a person is from being a customer. */
export const CONTACT_STATUSES = ['cold', 'warm', 'hot', 'customer'] as const;

/** Whether a contact wants marketing: yes, no, or nobody has asked. */
export const MARKETING_STATES = ['subscribed', 'unsubscribed', 'unknown'] as const;

/** Who said so: the customer with a word such as STOP or in the app of the platform, a member, a program, or a file. */
export const MARKETING_SOURCES = ['customer', 'platform', 'member', 'api', 'import'] as const;

export type MarketingState = (typeof MARKETING_STATES)[number];
export type MarketingSource = (typeof MARKETING_SOURCES)[number];

/** The types of custom fields. */
export const CONTACT_FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'select'] as const;
export type ContactFieldType = (typeof CONTACT_FIELD_TYPES)[number];

/** Custom fields of one workspace, and choices of one field. */
export const CONTACT_FIELDS_MAX = 50;
export const FIELD_OPTIONS_MAX = 100;

/** What a contact keeps of itself, and takes from another one that is merged into it. */
interface MergedFields {
  name: string;
  email: string | null;
  tags: string[];
  status: (typeof CONTACT_STATUSES)[number];
  marketing: MarketingState;
  marketingAt: string | null;
  marketingSource: MarketingSource | null;
  blocked: boolean;
  attributes: Record<string, string | number | boolean>;
}

/** Tags of one contact. */
export const CONTACT_TAGS_MAX = 50;

/**
 * Returns the fields of a contact after another one was merged into it. Its own values win, except those to take; what
 * it does not have comes from the other one. Tags are those of both. Unsubscribed and blocked win.
 */
export function mergedFields(
  source: MergedFields,
  target: MergedFields,
  take: readonly string[] = [],
): MergedFields {
  const isUnsubscribed = source.marketing === 'unsubscribed' && target.marketing !== 'unsubscribed';
  const { marketing, marketingAt, marketingSource } =
    isUnsubscribed || target.marketing === 'unknown' ? source : target;
  const taken = Object.entries(source.attributes).filter(([key]) => take.includes(`field:${key}`));
  return {
    name: target.name === '' || (take.includes('name') && source.name !== '') ? source.name : target.name,
    email: (take.includes('email') ? source.email : null) ?? target.email ?? source.email,
    tags: [...new Set([...target.tags, ...source.tags])].slice(0, CONTACT_TAGS_MAX),
    status: take.includes('status') ? source.status : target.status,
    ...{ marketing, marketingAt, marketingSource },
    blocked: target.blocked || source.blocked,
    attributes: { ...source.attributes, ...target.attributes, ...Object.fromEntries(taken) },
  };
}
