/** The field of a change that says a contact was added; its value is one of `ADDED_BY`. */
export const ADDED_FIELD = 'added';

/** How a contact was added: by a request of a member or a program, by an import, or by the first message. */
export const ADDED_BY = ['request', 'import', 'message'] as const;
export type AddedBy = (typeof ADDED_BY)[number];
