/** What to do about an error of the platform: try again, show it, or have the credentials mended. */
export type GraphAction = 'retry' | 'show' | 'credentials';

/** What one error of the platform means here. */
export interface TableEntry {
  action: GraphAction;
  /** For an agent, once the message has failed: what happened, what it means, and what to do next. */
  sentence: string;
  /** After how many tries a `retry` is shown instead; without it the send waits as long as it takes. */
  giveUpAfter?: number;
}

/** Errors by code, or by `code/subcode` where the subcode says more. */
export type ErrorTable = Readonly<Record<string, TableEntry>>;

export const retry = (sentence: string, giveUpAfter?: number): TableEntry => ({
  action: 'retry',
  sentence,
  ...(giveUpAfter === undefined ? {} : { giveUpAfter }),
});
export const show = (sentence: string): TableEntry => ({ action: 'show', sentence });
export const credentials = (sentence: string): TableEntry => ({ action: 'credentials', sentence });
