/** The platform's limit for the text of a message, in characters. */
export const TEXT_MAX = 4096;
/** The platform's limit for the caption of a file, in characters. */
export const CAPTION_MAX = 1_024;

/** The platform's limits for messages with buttons or a list, in characters. */
export const INTERACTIVE_MAX = {
  body: 1_024,
  /** Of the texts above and below the body. */
  line: 60,
  buttons: 3,
  /** The label of a button, also of the one that opens a list or a link. */
  label: 20,
  buttonId: 256,
  sections: 10,
  /** In all sections together. */
  rows: 10,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
  sectionTitle: 24,
} as const;

/** The platform's limit for contact cards in one message. */
export const CARDS_MAX = 5;

/** How many conversations one request can change. */
export const CHANGED_AT_ONCE_MAX = 100;

/** The longest part of a draft, in characters. A longer one stays in the browser. */
export const DRAFT_PART_MAX = 10_000;
/** A member has this many drafts; the oldest make room for new ones. */
export const DRAFTS_MAX = 200;

/** The longest note, in characters. */
export const NOTE_MAX = 4_000;
/** How many members a note can mention. */
export const MENTIONS_MAX = 20;
/** The part of a number's messaging limit that broadcasts use. The rest is for templates that people and programs send. */
export const BROADCASTS_SHARE_OF_LIMIT = 0.9;

/**
 * Returns to how many people a number may write first in 24 hours, from the platform's words, such as `TIER_2K`; infinity
 * for no limit, null when the platform does not say.
 */
export function readMessagingLimit(limit: string | null): number | null {
  if (limit === 'TIER_UNLIMITED') return Number.POSITIVE_INFINITY;
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(limit ?? '') ?? [];
  return count === undefined ? null : Number(count) * (thousands ? 1_000 : 1);
}
