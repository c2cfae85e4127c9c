const DAY_MS = 24 * 60 * 60 * 1000;

/** How much is kept on this computer for reading offline. */
export const OFFLINE_LIMITS = {
  ageMs: 30 * DAY_MS,
  /** Characters of all messages together; about as many bytes on disk, twice that for other scripts. */
  size: 30_000_000,
  conversations: 1_000,
  /** As many of one thread are read at once; more than anybody scrolls through offline. */
  threadMessages: 600,
} as const;

/** Whether a message is young enough to be kept. */
export function isKeptOffline(createdAt: string, now: number): boolean {
  return new Date(createdAt).getTime() > now - OFFLINE_LIMITS.ageMs;
}

/** What the pruning knows of a message. */
export interface PrunableMessage {
  id: string;
  createdAt: string;
  size: number;
}

/** The ids of what has to go: too old, or beyond the size that the newest ones fill. `messages`: newest first. */
export function overflowingMessages(messages: Iterable<PrunableMessage>, now: number): string[] {
  const overflowing: string[] = [];
  let size = 0;
  for (const message of messages) {
    size += message.size;
    if (size > OFFLINE_LIMITS.size || !isKeptOffline(message.createdAt, now)) overflowing.push(message.id);
  }
  return overflowing;
}

/** The conversations in the order in which they are worth keeping. */
export function latestFirst<Row extends { lastActivityAt: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((left, right) => (left.lastActivityAt < right.lastActivityAt ? 1 : -1));
}
