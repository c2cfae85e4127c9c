import { DAY_MS } from '../../../shared/domain/time/durations.ts';

/** Limits of the data stored on this computer for offline reading. */
export const OFFLINE_LIMITS = {
  ageMs: 30 * DAY_MS,
  /** Total characters of all messages; about as many bytes on disk, or twice that for non-Latin scripts. */
  size: 30_000_000,
  conversations: 1_000,
  /** Maximum number of messages of a thread to read at once. */
  threadMessages: 600,
} as const;

/** Returns whether a message is recent enough to be stored. */
export function isKeptOffline(createdAt: string, now: number): boolean {
  return new Date(createdAt).getTime() > now - OFFLINE_LIMITS.ageMs;
}

/** The values of a message that pruning needs. */
export interface PrunableMessage {
  id: string;
  createdAt: string;
  size: number;
}

/**
 * Returns the ids of the messages to delete because they are too old or exceed the total size. Expects
 * `messages` newest first.
 */
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
