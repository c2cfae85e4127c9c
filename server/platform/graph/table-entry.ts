/** What to do about an error of the platform: retry, show it, or ask for new credentials. */
export type GraphAction = 'retry' | 'show' | 'credentials';

/** What one error of the platform means here. */
export interface TableEntry {
  action: GraphAction;
  /** For an agent, once the message has failed: what happened, what it means, and what to do next. */
  sentence: string;
  /** The platform gives no reason, so the message itself may be the cause: the tries have an end. */
  isUnexplained?: true;
}

/** Errors by code, or by `code/subcode` where the subcode says more. */
export type ErrorTable = Readonly<Record<string, TableEntry>>;

/** An outage or a limit: the send waits as long as it lasts. */
export const retry = (sentence: string): TableEntry => ({ action: 'retry', sentence });
/** An error without a reason: the send waits for about a day (see `isHopeless`). */
export const retryUnexplained = (sentence: string): TableEntry => ({
  action: 'retry',
  sentence,
  isUnexplained: true,
});
export const show = (sentence: string): TableEntry => ({ action: 'show', sentence });
export const credentials = (sentence: string): TableEntry => ({ action: 'credentials', sentence });
