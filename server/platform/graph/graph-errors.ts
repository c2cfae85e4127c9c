import type { MessageError } from '../../../shared/contract/messages.contract.ts';
import { ERROR_TABLE } from './error-table.ts';
import { credentials, type GraphAction, type TableEntry } from './table-entry.ts';

export type { GraphAction } from './table-entry.ts';

/** The error for free text more than 24 hours after the customer last wrote. */
export const WINDOW_CLOSED_CODE = '131047';

/** 200 to 299: one permission or another is missing, and nothing can be sent until the token has it. */
const MISSING_PERMISSION = credentials(
  'The access token lacks a permission. Messages wait here; ask an admin to enter a token that may send messages.',
);

/** Returns the known meaning of an error; null for an undocumented code. */
export function knownError(code: number, subcode: number | null = null): TableEntry | null {
  const bySubcode = subcode === null ? undefined : ERROR_TABLE[`${code}/${subcode}`];
  if (bySubcode) return bySubcode;
  return ERROR_TABLE[code] ?? (code >= 200 && code <= 299 ? MISSING_PERMISSION : null);
}

/** What a response says about an error besides its code. */
export interface ErrorHints {
  /** The platform calls it transient. */
  isTransient?: boolean;
  /** HTTP status of the response; null for an error reported in a status notification. */
  status?: number | null;
}

/**
 * Returns how to handle an error. `is_transient: true` always means a retry. Otherwise the code decides, or,
 * for a code that is not in the table, the HTTP status: 5xx is retried, anything else is shown.
 */
export function actionFor(
  code: number,
  subcode: number | null = null,
  { isTransient = false, status = null }: ErrorHints = {},
): GraphAction {
  if (isTransient) return 'retry';
  const known = knownError(code, subcode);
  if (known) return known.action;
  return status !== null && status >= 500 ? 'retry' : 'show';
}

/** Seconds from one try to the next: the pause of half a minute, and two for the next look at the queue and the response. */
const SECONDS_OF_A_TRY = 32;
const HOURS_OF_TRIES = 24;

/**
 * Returns how often an unexplained error is tried: for about a day, and for less time than messages have before they
 * expire. An expired message fails with `send_expired` and without the platform's words, so the last try must come
 * before that. Counted in tries, because clocks may be set.
 */
export function unexplainedTries(expiryHours: number): number {
  return Math.floor((Math.min(expiryHours, HOURS_OF_TRIES) * 3_600) / SECONDS_OF_A_TRY);
}

/**
 * Whether the message itself may be the cause of a retried error: the platform gives no reason (codes 1 and
 * 131000), or only a flag or an HTTP status calls for the retry. A null code is a proxy's response, which
 * says nothing about the message.
 */
export function isUnexplained(code: number | null, subcode: number | null): boolean {
  if (code === null) return false;
  const known = knownError(code, subcode);
  return known?.action !== 'retry' || known.isUnexplained === true;
}

/**
 * Whether to stop retrying after an error. An unexplained error is tried `triesMax` times (see `unexplainedTries`); then
 * the message fails with the error's sentence and the platform's words. All others are retried until they end.
 */
export function isHopeless(
  code: number | null,
  subcode: number | null,
  { attempts, triesMax }: { attempts: number; triesMax: number },
): boolean {
  return attempts >= triesMax && isUnexplained(code, subcode);
}

/** Explains an error to an agent, with the platform's own words as details. */
export function explainError(
  code: number,
  title: string,
  details: string | null,
  subcode: number | null = null,
): MessageError {
  const sentence = knownError(code, subcode)?.sentence;
  return {
    code: String(code),
    message: sentence ?? (title || 'WhatsApp rejected this message.'),
    details,
  };
}
