import type { Platform } from '../platform.ts';
import type { Chat, ChatMessage } from '../state/model.ts';

/** True for what the person can see: their own words, and what has arrived on their phone. */
export function visibleOnPhone(message: ChatMessage): boolean {
  // A reaction is seen on the message that it is for.
  if (message.type === 'reaction') return false;
  return message.from === 'customer' || message.status === 'delivered' || message.status === 'read';
}

/** A message as the control API and the phone page know it. */
export function viewOf(message: ChatMessage): object {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const { id, phoneNumberId, waId, from, type, text, payload, status, errorCode, replyTo, opaque } = message;
  return {
    ...{ id, phoneNumberId, waId, from, type, text, payload, status, errorCode, replyTo, opaque },
    reactions: message.reactions ?? {},
    at: time(message.at),
    sentAt: time(message.sentAt),
    deliveredAt: time(message.deliveredAt),
    readAt: time(message.readAt),
    failedAt: time(message.failedAt),
  };
}

/** One line of a person's list of chats. */
export function summaryOf({ chats, people }: Platform, { phoneNumberId, waId, lastInboundAt }: Chat): object {
  const visible = chats.messages(phoneNumberId, waId).filter(visibleOnPhone);
  const last = visible.at(-1);
  return {
    phoneNumberId,
    waId,
    name: people.get(waId)?.name ?? null,
    windowOpen: chats.isWindowOpen(phoneNumberId, waId),
    lastInboundAt: lastInboundAt === 0 ? null : new Date(lastInboundAt).toISOString(),
    unread: visible.filter((message) => message.from === 'business' && message.status === 'delivered').length,
    lastMessage: last === undefined ? null : viewOf(last),
  };
}
