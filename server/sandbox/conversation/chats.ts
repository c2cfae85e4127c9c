import type { Clock } from '../state/clock.ts';
import type { Hub } from '../state/hub.ts';
import type { Chat, ChatMessage } from '../state/model.ts';
import type { Store } from '../state/store.ts';

const windowMs = 24 * 60 * 60 * 1000;

/** Message types that come from a person but do not count as having written. */
const silentTypes = new Set(['reaction', 'system', 'request_welcome']);

export interface Chats {
  messages(phoneNumberId: string, waId: string): ChatMessage[];
  all(phoneNumberId?: string): Chat[];
  add(message: ChatMessage): ChatMessage;
  change(id: string, change: Partial<ChatMessage>): ChatMessage | undefined;
  /** Puts a reaction on the message of the same chat that it is for, or takes it off. */
  react(reaction: ChatMessage): void;
  /** True while the person's newest message is younger than 24 hours. */
  isWindowOpen(phoneNumberId: string, waId: string): boolean;
  /** Opens or closes the chat on the person's screen; a lease closes it by itself when a page vanishes. */
  setOpen(phoneNumberId: string, waId: string, open: boolean, leaseMs?: number): void;
  isOpen(phoneNumberId: string, waId: string): boolean;
  forget(): void;
}

/** Every conversation of every person with every business number. */
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
      // The newest, not the latest to arrive: an old message that comes late opens nothing.
      const lastInboundAt = counts ? Math.max(before, at) : before;
      store.chat.put(key, { phoneNumberId, waId, lastInboundAt });
      store.message.put(message.id, message);
      index(message);
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
