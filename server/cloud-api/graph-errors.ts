import type { MessageError } from '../../shared/contract/messages.contract.ts';
import { accountErrors } from './errors/account-errors.ts';
import { messageErrors } from './errors/message-errors.ts';
import { credentials, type GraphAction, type TableEntry } from './errors/table-entry.ts';

export type { GraphAction } from './errors/table-entry.ts';

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

/** What to do about an error. One that nobody knows is shown: trying it again could go on for ever. */
export function actionFor(code: number, subcode: number | null = null): GraphAction {
  return knownError(code, subcode)?.action ?? 'show';
}

/** Whether an error that was tried so often already is to be shown at last. */
export function isHopeless(code: number | null, subcode: number | null, attempts: number): boolean {
  const limit = code === null ? undefined : knownError(code, subcode)?.giveUpAfter;
  return limit !== undefined && attempts >= limit;
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
    message: sentence ?? (title || 'The platform refused this message.'),
    details,
  };
}
