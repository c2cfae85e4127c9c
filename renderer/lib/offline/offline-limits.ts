const DAY_MS = 24 * 60 * 60 * 1000;

/** How much is stored on this computer for offline reading. */
export const OFFLINE_LIMITS = {
  ageMs: 30 * DAY_MS,
  /** Characters of all messages together; about as many bytes on disk, twice that for other scripts. */
  size: 30_000_000,
  conversations: 1_000,
  /** How many messages of a thread are read at once. */
  threadMessages: 600,
} as const;

/** Returns whether a message is new enough to be stored. */
export function isKeptOffline(createdAt: string, now: number): boolean {
  return new Date(createdAt).getTime() > now - OFFLINE_LIMITS.ageMs;
}

/** The values of a message that pruning needs. */
export interface PrunableMessage {
  id: string;
  createdAt: string;
  size: number;
}

/** Returns the ids of the messages to delete: too old, or beyond the total size. `messages` are newest first. */
export function overflowingMessages(messages: Iterable<PrunableMessage>, now: number): string[] {
  const overflowing: string[] = [];
  let size = 0;
  for (const message of messages) {
    size += message.size;
    if (size > OFFLINE_LIMITS.size || !isKeptOffline(message.createdAt, now)) overflowing.push(message.id);
  }
  return overflowing;
}

/** Returns the conversations in the order in which they are stored. */
export function latestFirst<Row extends { lastActivityAt: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((left, right) => (left.lastActivityAt < right.lastActivityAt ? 1 : -1));
}
