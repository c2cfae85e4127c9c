import type { MessageError } from '../../../shared/contract/messages.contract.ts';
import { accountErrors } from './account-errors.ts';
import { messageErrors } from './message-errors.ts';
import { credentials, type GraphAction, type TableEntry } from './table-entry.ts';

export type { GraphAction } from './table-entry.ts';

/** The error that says: more than 24 hours since the customer wrote. */
export const WINDOW_CLOSED_CODE = '131047';

const TABLE = { ...accountErrors, ...messageErrors };

/** 200 to 299: one permission or another is missing, and nothing can be sent until the token has it. */
const MISSING_PERMISSION = credentials(
  'The access token lacks a permission. Messages wait here; ask an admin to enter a token that may send messages.',
);

/** What is known of an error; null for a code that the platform has not told anybody about yet. */
export function knownError(code: number, subcode: number | null = null): TableEntry | null {
  const bySubcode = subcode === null ? undefined : TABLE[`${code}/${subcode}`];
  if (bySubcode) return bySubcode;
  return TABLE[code] ?? (code >= 200 && code <= 299 ? MISSING_PERMISSION : null);
}

/** What an answer of the platform says about an error besides its code. */
export interface ErrorHints {
  /** The platform calls it transient. */
  isTransient?: boolean;
  /** HTTP status of the answer; null for an error that a status notice reports. */
  status?: number | null;
}

/**
 * Returns what to do about an error. `is_transient: true` always means: try again. Otherwise the code decides, and
 * for a code that is not in the table the HTTP status: 5xx is tried again, anything else is shown.
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

/** Half a minute lies between two tries, so this is about a day. Counted in tries: clocks may be set. */
const UNEXPLAINED_TRIES = 2_880;

/**
 * Whether a retried error may be the message's own: the platform gives no reason (codes 1 and 131000), or only a flag
 * or an HTTP status asks for the retry. A null code is a proxy's answer, which says nothing about the message.
 */
export function isUnexplained(code: number | null, subcode: number | null): boolean {
  if (code === null) return false;
  const known = knownError(code, subcode);
  return known?.action !== 'retry' || known.isUnexplained === true;
}

/**
 * Whether a retried error is shown at last. An unexplained one goes on for 2,880 tries, about a day at one try in
 * half a minute; then the message fails with the error's sentence and the platform's words. All others go on as long
 * as they last.
 */
export function isHopeless(code: number | null, subcode: number | null, attempts: number): boolean {
  return attempts >= UNEXPLAINED_TRIES && isUnexplained(code, subcode);
}

/** An error in words that an agent understands; the platform's own stand behind them as details. */
export function explainError(
  code: number,
  title: string,
  details: string | null,
  subcode: number | null = null,
): MessageError {
  const sentence = knownError(code, subcode)?.sentence;
  return {
    code: String(code),
    message: sentence ?? (title || 'The platform rejected this message.'),
    details,
  };
}
