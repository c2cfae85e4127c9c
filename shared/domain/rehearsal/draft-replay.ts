/**
 * A replay of drafts has the model that is loaded write the drafts of past messages that a person answered, and says how
 * near each is to the answer.
 */

/** Messages of one replay: each costs a model some seconds. */
export const DRAFT_REPLAY_MESSAGES_MAX = 200;
/** The numbers that the page offers. */
export const DRAFT_REPLAY_MESSAGES = [25, 50, 100, DRAFT_REPLAY_MESSAGES_MAX] as const;
export const DRAFT_REPLAYS_KEPT_MAX = 10;

/**
 * What came of a message. Of a draft, how much of it the person would have changed to send what they sent, as acceptance is
 * counted: `unedited`, `light`, `medium`, `heavy`. `withheld`: the verifier would not have shown it. `none`: nothing was
 * drafted.
 */
export const DRAFT_RESULTS = ['unedited', 'light', 'medium', 'heavy', 'withheld', 'none'] as const;
export type DraftResult = (typeof DRAFT_RESULTS)[number];

/**
 * Why nothing was drafted. The gate: a message without text, thanks only, a topic that is left to people, an instruction to
 * the model, a language that is not recognized. The model: it does not list the language (`unlisted`), does not know the
 * answer or names no source (`unknown`), or gave no valid answer (`failed`).
 */
export const DRAFT_REASONS = [
  ...(['unknown', 'thanks', 'sensitive', 'instructions'] as const),
  ...(['no_text', 'language', 'unlisted', 'failed'] as const),
] as const;
export type DraftReason = (typeof DRAFT_REASONS)[number];

/** Which messages of a replay are listed. */
export const DRAFT_FILTERS = ['drafted', 'withheld', 'none', 'all'] as const;
export type DraftFilter = (typeof DRAFT_FILTERS)[number];

/** Which messages of two replays are listed: `first` and `second` are those where that one came nearer to the answer. */
export const COMPARISON_FILTERS = ['first', 'second', 'all'] as const;
export type ComparisonFilter = (typeof COMPARISON_FILTERS)[number];

/** Why a workspace cannot start one now: drafts are off, no model is loaded, or drafts are not offered with it. */
export const DRAFT_REPLAY_OBSTACLES = ['off', 'no_model', 'not_offered'] as const;
export type DraftReplayObstacle = (typeof DRAFT_REPLAY_OBSTACLES)[number];
