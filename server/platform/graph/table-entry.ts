/** How to handle an error of the platform: retry, show it, or ask for new credentials. */
export type GraphAction = 'retry' | 'show' | 'credentials';

/** The meaning of one of the platform's errors. */
export interface TableEntry {
  action: GraphAction;
  /** Shown to agents when the message has failed: what happened, what it means, and what to do next. */
  sentence: string;
  /** The platform gives no reason, so the message itself may be the cause: retries are limited. */
  isUnexplained?: true;
}

/** Errors by code, or by `code/subcode` where the subcode is more specific. */
export type ErrorTable = Readonly<Record<string, TableEntry>>;

/** For outages and limits: the send waits until they are over. */
export const retry = (sentence: string): TableEntry => ({ action: 'retry', sentence });
/** For errors without a reason: the send is retried for about a day (see `isHopeless`). */
export const retryUnexplained = (sentence: string): TableEntry => ({
  action: 'retry',
  sentence,
  isUnexplained: true,
});
export const show = (sentence: string): TableEntry => ({ action: 'show', sentence });
export const credentials = (sentence: string): TableEntry => ({ action: 'credentials', sentence });
