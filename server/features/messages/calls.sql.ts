/** Conditions on rows of `messages`, for statements that give the table no name of its own: which of them are calls. */

const isOfKind = (kind: 'call_missed' | 'call_answered') =>
  `COALESCE(JSON_CONTAINS(facts, '"${kind}"', '$.system.kind'), 0)`;

/** A call that nobody took. Its line is the system's, but one of a customer waits for an answer (decision 0318). */
export const IS_MISSED_CALL = isOfKind('call_missed');
export const IS_ANSWERED_CALL = isOfKind('call_answered');

/** What counts as unread until it is read: what the customer wrote, and their calls that nobody took. */
export const COUNTS_AS_UNREAD = `direction = 'inbound' AND (type <> 'system' OR ${IS_MISSED_CALL})`;
