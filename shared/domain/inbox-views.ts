/** How far a conversation is: it needs attention, it comes back at a time, or it is done. */
export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/**
 * The views of the inbox. Open conversations: `open` (all of them), `mine`, `unassigned`, `waiting` (the customer
 * waits for an answer), `overdue` (longer than the team's response target) and `closing` (the reply window closes within four hours). By status: `snoozed`, `closed`,
 * `all`. Of any status: `unread`, `failed` (a failed message has not been dealt with), `mentions` (a note mentions the
 * person, who has not seen it).
 */
export const INBOX_VIEWS = [
  'open',
  'mine',
  'unassigned',
  'mentions',
  'waiting',
  'overdue',
  'closing',
  'failed',
  'unread',
  'snoozed',
  'closed',
  'all',
] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

/** The views whose conversations are counted beside their names. */
export const COUNTED_VIEWS = [
  'mine',
  'unassigned',
  'mentions',
  'waiting',
  'overdue',
  'closing',
  'failed',
  'unread',
  'snoozed',
] as const satisfies readonly InboxView[];
export type CountedView = (typeof COUNTED_VIEWS)[number];

/** The count at which counting stops: a view with more conversations shows this number with a plus. */
export const COUNTED_MAX = 100;

/** The count at which counting unread conversations stops. */
export const UNREAD_COUNTED_MAX = 1_000;

/** How long before its end a reply window counts as closing, in hours. */
export const CLOSING_HOURS = 4;

/** The longest time for which a conversation can be snoozed, in days. */
export const SNOOZE_MAX_DAYS = 366;

/** The colours that a label can have; the dashboard maps them to its theme. */
export const LABEL_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];

/** The count at which counting the conversations of a label stops. */
export const LABEL_USE_COUNTED_MAX = 1_000;

/** Labels of a workspace, and of one conversation, at most. */
export const LABELS_MAX = 200;
export const CONVERSATION_LABELS_MAX = 20;
