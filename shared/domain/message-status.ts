/**
 * Message statuses. A status only increases in rank; delivered and read replace `failed`. A scheduled message waits
 * for its time, and can be cancelled until then.
 */
export const MESSAGE_STATUSES = [
  'scheduled',
  'queued',
  'sent',
  'delivered',
  'read',
  'failed',
  'received',
] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** How far ahead a message can be scheduled. */
export const SCHEDULE_DAYS_MAX = 30;

/** The seconds for which a message can be held, in which the person who wrote it can undo it. */
export const HOLD_CHOICES = [5, 10] as const;
export type HoldSeconds = (typeof HOLD_CHOICES)[number];

/** How long a message is held unless the person has chosen something else. */
export const HOLD_SECONDS: HoldSeconds = 5;

/** The rank of each status. `failed` replaces sent, and delivered replaces `failed`. */
export const STATUS_RANK: Readonly<Record<MessageStatus, number>> = {
  scheduled: 0,
  // Servers from before schedules stored 0.
  queued: 1,
  sent: 10,
  failed: 15,
  delivered: 20,
  read: 30,
  received: 100,
};

/** Whether a report of `next` changes a message with the status `current`. */
export function climbs(current: MessageStatus, next: MessageStatus): boolean {
  return STATUS_RANK[next] > STATUS_RANK[current];
}

/**
 * Who sent an outbound message. `consent`: the server's answer to a word such as STOP; `business_app`: a colleague, in the
 * business app on the phone.
 */
export const MESSAGE_SENDERS = [
  'member',
  'program',
  'broadcast',
  'automation',
  'consent',
  'business_app',
] as const;
type MessageSender = (typeof MESSAGE_SENDERS)[number];

/** Returns who sent a message, from what is stored of it; null for inbound messages. */
export function senderOf({
  direction,
  origin,
  broadcastId,
  authorId,
}: {
  direction: 'inbound' | 'outbound';
  origin: 'automation' | 'consent' | 'business_app' | null;
  broadcastId: object | null;
  authorId: object | null;
}): MessageSender | null {
  if (direction === 'inbound') return null;
  if (origin) return origin;
  if (broadcastId) return 'broadcast';
  return authorId ? 'member' : 'program';
}
