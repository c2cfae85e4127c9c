/** How far a person is from being a customer. */
export const CONTACT_STATUSES = ['cold', 'warm', 'hot', 'customer'] as const;

/** Whether a contact wants marketing: yes, no, or nobody has asked. */
export const MARKETING_STATES = ['subscribed', 'unsubscribed', 'unknown'] as const;

/** Who said so: the customer with a word such as STOP or in the app of the platform, a member, or a program. */
export const MARKETING_SOURCES = ['customer', 'platform', 'member', 'api'] as const;

export type MarketingState = (typeof MARKETING_STATES)[number];
export type MarketingSource = (typeof MARKETING_SOURCES)[number];

/** The types of custom fields. */
export const CONTACT_FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'select'] as const;
export type ContactFieldType = (typeof CONTACT_FIELD_TYPES)[number];

/** Custom fields of one workspace, and choices of one field. */
export const CONTACT_FIELDS_MAX = 50;
export const FIELD_OPTIONS_MAX = 100;
