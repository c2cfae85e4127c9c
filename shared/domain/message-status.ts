/** How far an outbound message has come. A status only climbs; `failed` yields to delivered and read. */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed', 'received'] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The rungs. `failed` stands between sent and delivered: it beats sent, and delivery beats it. */
export const STATUS_RANK: Readonly<Record<MessageStatus, number>> = {
  queued: 0,
  sent: 10,
  failed: 15,
  delivered: 20,
  read: 30,
  received: 100,
};

/** Whether a message at `current` moves when `next` is reported. */
export function climbs(current: MessageStatus, next: MessageStatus): boolean {
  return STATUS_RANK[next] > STATUS_RANK[current];
}
