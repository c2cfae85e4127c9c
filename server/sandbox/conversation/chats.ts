import type { Clock } from '../state/clock.ts';
import type { Hub } from '../state/hub.ts';
import type { Chat, ChatMessage } from '../state/model.ts';
import type { Store } from '../state/store.ts';
import { previewOf } from './preview.ts';

const windowMs = 24 * 60 * 60 * 1000;

/** Message types from a person that do not open the reply window. */
const silentTypes = new Set(['reaction', 'system', 'request_welcome', 'edit', 'revoke']);

export interface Chats {
  messages(phoneNumberId: string, waId: string): ChatMessage[];
  all(phoneNumberId?: string): Chat[];
  add(message: ChatMessage): ChatMessage;
  change(id: string, change: Partial<ChatMessage>): ChatMessage | undefined;
  /** Adds a reaction to its message in the same chat, or removes it. */
  react(reaction: ChatMessage): void;
  /** Changes or deletes the person's message that an `edit` or `revoke` refers to. */
  rewrite(change: ChatMessage): void;
  /** Returns whether the person's newest message is less than 24 hours old. */
  isWindowOpen(phoneNumberId: string, waId: string): boolean;
  /** Opens or closes the chat on the phone. A lease closes it automatically when the page is closed. */
  setOpen(phoneNumberId: string, waId: string, open: boolean, leaseMs?: number): void;
  isOpen(phoneNumberId: string, waId: string): boolean;
  forget(): void;
}

/** Creates the chats between people and business numbers. */
export function createChats(store: Store, hub: Hub, clock: Clock): Chats {
  const idsByChat = new Map<string, string[]>();
  const openUntil = new Map<string, number>();
  const keyOf = (phoneNumberId: string, waId: string) => `${phoneNumberId}:${waId}`;

  function index(message: ChatMessage): void {
    const key = keyOf(message.phoneNumberId, message.waId);
    const ids = idsByChat.get(key);
    if (ids) ids.push(message.id);
    else idsByChat.set(key, [message.id]);
  }
  for (const message of store.message.values()) index(message);

  function change(id: string, values: Partial<ChatMessage>): ChatMessage | undefined {
    const before = store.message.get(id);
    if (!before) return undefined;
    const message = store.message.put(id, { ...before, ...values });
    hub.emit({ type: 'message', message });
    return message;
  }

  return {
    messages(phoneNumberId, waId) {
      const ids = idsByChat.get(keyOf(phoneNumberId, waId)) ?? [];
      return ids.flatMap((id) => store.message.get(id) ?? []);
    },
    all(phoneNumberId) {
      const chats = [...store.chat.values()];
      return phoneNumberId === undefined
        ? chats
        : chats.filter((chat) => chat.phoneNumberId === phoneNumberId);
    },
    add(message) {
      const { phoneNumberId, waId, at } = message;
      const key = keyOf(phoneNumberId, waId);
      const counts = message.from === 'customer' && !silentTypes.has(message.type);
      const before = store.chat.get(key)?.lastInboundAt ?? 0;
      // The newest time, because a late callback of an old message does not open the window.
      const lastInboundAt = counts ? Math.max(before, at) : before;
      store.chat.put(key, { phoneNumberId, waId, lastInboundAt });
      const isKnown = store.message.get(message.id) !== undefined;
      store.message.put(message.id, message);
      // A test, or a program that crashed, may write the same message twice.
      if (!isKnown) index(message);
      hub.emit({ type: 'message', message });
      return message;
    },
    change,
    react({ from, phoneNumberId, waId, payload }) {
      const { message_id: id, emoji } = (payload ?? {}) as { message_id?: string; emoji?: string };
      const target = store.message.get(id ?? '');
      if (target?.phoneNumberId !== phoneNumberId || target.waId !== waId) return;
      const { [from]: _before, ...others } = target.reactions ?? {};
      change(target.id, { reactions: emoji ? { ...others, [from]: emoji } : others });
    },
    rewrite({ type, phoneNumberId, waId, payload }) {
      const { original_message_id: id, message: next } = (payload ?? {}) as {
        original_message_id?: string;
        message?: { type?: string; [kind: string]: unknown };
      };
      const target = store.message.get(id ?? '');
      if (target?.phoneNumberId !== phoneNumberId || target.waId !== waId || target.from !== 'customer')
        return;
      if (type === 'revoke') change(target.id, { changed: 'deleted' });
      else if (next?.type === target.type) {
        const content = next[target.type];
        change(target.id, { changed: 'edited', payload: content, text: previewOf(target.type, content) });
      }
    },
    isWindowOpen(phoneNumberId, waId) {
      const last = store.chat.get(keyOf(phoneNumberId, waId))?.lastInboundAt ?? 0;
      return clock.now() - last < windowMs;
    },
    setOpen(phoneNumberId, waId, open, leaseMs) {
      const until = leaseMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + leaseMs;
      if (open) openUntil.set(keyOf(phoneNumberId, waId), until);
      else openUntil.delete(keyOf(phoneNumberId, waId));
    },
    isOpen: (phoneNumberId, waId) => (openUntil.get(keyOf(phoneNumberId, waId)) ?? 0) > Date.now(),
    forget() {
      idsByChat.clear();
      openUntil.clear();
    },
  };
}
