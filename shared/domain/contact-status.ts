/** How far a person is from being a customer. */
export const CONTACT_STATUSES = ['cold', 'warm', 'hot', 'customer'] as const;
