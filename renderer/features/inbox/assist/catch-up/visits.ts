/** When this person last left each conversation, on this device: whom a summary helps is decided by it. */

const STORED_AS = 'switchboard.visits';
const AWAY_MS = 24 * 3_600_000;
const KEPT_MAX = 300;

type Visits = Record<string, { at: number; wasMine: boolean }>;

/**
 * Returns whether a person may have lost the thread: they see the conversation for the first time, return after a day, or
 * it was given to them since.
 */
export function isOfferedNow(
  conversationId: string,
  userId: string,
  isMine: boolean,
  now = Date.now(),
): boolean {
  const visit = read()[keyOf(conversationId, userId)];
  return !visit || now - visit.at > AWAY_MS || (isMine && !visit.wasMine);
}

/** Notes that a person has had a conversation open. The oldest visits are forgotten. */
export function noteVisit(conversationId: string, userId: string, wasMine: boolean, now = Date.now()): void {
  const visits = { ...read(), [keyOf(conversationId, userId)]: { at: now, wasMine } };
  const newest = Object.entries(visits)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, KEPT_MAX);
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A full or closed storage only means one offer too many.
  }
}

function read(): Visits {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Visits;
  } catch {
    return {};
  }
}

function keyOf(conversationId: string, userId: string): string {
  return `${userId} ${conversationId}`;
}
