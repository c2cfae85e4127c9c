/** The platform's limit for the text of a message, in characters. */
export const TEXT_MAX = 4096;
/** The platform's limit for the caption of a file, in characters. */
export const CAPTION_MAX = 1_024;

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
