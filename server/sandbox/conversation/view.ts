import type { Platform } from '../platform.ts';
import type { Chat, ChatMessage } from '../state/model.ts';

/** Message types that are shown only on the message they refer to, or not at all. */
const hidden = new Set(['reaction', 'edit', 'revoke', 'system', 'request_welcome']);

/** Returns whether the person can see a message: their own messages, and those that have arrived. */
export function visibleOnPhone(message: ChatMessage): boolean {
  if (hidden.has(message.type)) return false;
  return message.from === 'customer' || message.status === 'delivered' || message.status === 'read';
}

/** Converts a message to its form in the control API. */
export function viewOf(message: ChatMessage): object {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const { id, phoneNumberId, waId, from, type, text, payload, status, errorCode, replyTo, opaque } = message;
  return {
    ...{ id, phoneNumberId, waId, from, type, text, payload, status, errorCode, replyTo, opaque },
    reactions: message.reactions ?? {},
    changed: message.changed ?? null,
    at: time(message.at),
    sentAt: time(message.sentAt),
    deliveredAt: time(message.deliveredAt),
    readAt: time(message.readAt),
    failedAt: time(message.failedAt),
  };
}

/** Returns an entry of a person's list of chats. */
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
