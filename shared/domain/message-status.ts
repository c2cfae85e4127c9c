/** Message statuses. A status only increases in rank; delivered and read replace `failed`. */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed', 'received'] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The rank of each status. `failed` replaces sent, and delivered replaces `failed`. */
export const STATUS_RANK: Readonly<Record<MessageStatus, number>> = {
  queued: 0,
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
