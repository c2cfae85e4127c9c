/** Changes of many contacts at once. */

/** Contacts that can be named one by one: as many as a page of the list has, some times over. */
export const CHOSEN_MAX = 100;

/** Contacts of one action. */
export const ACTION_CONTACTS_MAX = 100_000;

/** Actions of a workspace that have not ended. */
export const ACTIONS_RUNNING_MAX = 10;

/** Seconds before a deletion begins, in which it can be undone. */
export const DELETION_WAIT_SECONDS = 60;

/** Days after which an action is forgotten, and can no longer be undone. */
export const ACTION_KEPT_DAYS = 30;

export const CONTACT_ACTION_KINDS = ['add_tags', 'remove_tags', 'status', 'delete'] as const;
export type ContactActionKind = (typeof CONTACT_ACTION_KINDS)[number];

export const CONTACT_ACTION_STATES = [
  'waiting',
  'running',
  'done',
  'failed',
  'canceled',
  'undoing',
  'undone',
] as const;
export type ContactActionState = (typeof CONTACT_ACTION_STATES)[number];

/** The orders of the list of contacts. */
export const CONTACT_SORTS = ['added', 'name', 'phone', 'status', 'seen', 'changed'] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];
