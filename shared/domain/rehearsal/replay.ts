/** A replay says what two sets of saved replies would have offered for the messages of the last days. */

export const REPLAY_DAYS = 30;
/** What one replay reads at most: the newest conversations, and their answered messages. */
export const REPLAY_CONVERSATIONS_MAX = 2_000;
export const REPLAY_CASES_MAX = 3_000;
/** Changes of one replay: replies that are added, changed and left out. */
export const REPLAY_CHANGES_MAX = 50;
export const REPLAYS_KEPT_MAX = 10;
export const REPLAYS_KEPT_DAYS = 30;
export const REPLAY_STATES = ['waiting', 'running', 'done', 'canceled', 'failed'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/**
 * What a set would have done for a message. In scope is a message that a person answered with a reply of the set, or almost:
 * `right`, when it was among the three; `wrong`, when only others were; `silent`, when none was offered. Out of scope are the
 * others: `quiet`, when none was offered; `noise`, when some were.
 */
export const REPLAY_RESULTS = ['right', 'wrong', 'silent', 'quiet', 'noise'] as const;
export type ReplayResult = (typeof REPLAY_RESULTS)[number];

/** Which messages of a replay are listed: `better` and `worse` are those that the changes make so. */
export const REPLAY_FILTERS = ['better', 'worse', 'all'] as const;
export type ReplayFilter = (typeof REPLAY_FILTERS)[number];

/** How good a result is: what is right is best, and offering something else is worst. */
export const REPLAY_WORTH: Readonly<Record<ReplayResult, number>> = {
  right: 3,
  quiet: 2,
  silent: 1,
  wrong: 0,
  noise: 0,
};
