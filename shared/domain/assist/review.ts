/** The review of one's own answers (decision 0397). The days that it looks at. */
export const REVIEW_DAYS = 7;
/** The conversations that are read, the last active first, and the answers that the model reads. */
export const REVIEW_CONVERSATIONS_MAX = 100;
export const REVIEW_ANSWERS_MAX = 40;

/**
 * What a review can find. `late`: the answer came after the target. `unanswered`: a question was not answered, or was closed
 * without an answer. `fact`: the answer says something that a saved reply says differently.
 */
export const REVIEW_FINDING_KINDS = ['late', 'unanswered', 'fact'] as const;

/**
 * Why the model finds nothing. `away`: none is loaded. `not_offered`: it did not reach what it has to. `not_trusted`: too many
 * of its findings here were wrong.
 */
export const REVIEWER_STATES = ['ready', 'away', 'not_offered', 'not_trusted'] as const;
export type ReviewerState = (typeof REVIEWER_STATES)[number];

/** The findings of a model are judged by those who get them. Of so many judged ones, this share has to be right. */
export const REVIEW_JUDGED_MIN = 10;
export const REVIEW_RIGHT_MIN = 0.8;
/** The days whose judgments count. */
export const REVIEW_JUDGED_DAYS = 60;

/** Returns whether the findings of a model are still shown, by what members said about them. */
export function isReviewerTrusted({ right, wrong }: { right: number; wrong: number }): boolean {
  const judged = right + wrong;
  return judged < REVIEW_JUDGED_MIN || right / judged >= REVIEW_RIGHT_MIN;
}
