/** What can be done with a text that a person has written. */
export const EDITS = ['fix', 'shorter', 'friendlier', 'formal'] as const;

export type Edit = (typeof EDITS)[number];
