import type { MessageNotice } from '../../../shared/ipc/shapes.ts';

export interface NoticeQueueDeps {
  show(notice: MessageNotice): void;
  clear(conversationId: string): void;
  /** Whether a conversation is visible to the person now. */
  isVisible(conversationId: string): boolean;
  /** Calls `work` after a short delay, so that messages can be grouped. */
  later(work: () => void): void;
}

/** The notifications of one workspace. */
export interface NoticeQueue {
  /** Queues the notification of a customer's message. */
  add(notice: MessageNotice): void;
  /** Removes the notification of a conversation that was read or deleted. */
  remove(conversationId: string): void;
  /** Removes the notifications of all conversations that `isRead` returns true for. */
  removeRead(isRead: (conversationId: string) => boolean): void;
  removeAll(): void;
}

/** After a night offline many messages arrive at once; more notifications than this would be noise. */
const MAX_SHOWN = 4;

/** Creates the notifications of a workspace. */
export function createNoticeQueue({ show, clear, isVisible, later }: NoticeQueueDeps): NoticeQueue {
  const waiting = new Map<string, MessageNotice>();
  const shown = new Set<string>();

  function showWaiting(): void {
    const wanted = [...waiting.values()].filter(({ conversationId }) => !isVisible(conversationId));
    waiting.clear();
    for (const notice of wanted.slice(-MAX_SHOWN)) {
      shown.add(notice.conversationId);
      show(notice);
    }
  }

  function remove(conversationId: string): void {
    waiting.delete(conversationId);
    shown.delete(conversationId);
    // Also clears unknown ones, which may be from before a reload of the page.
    clear(conversationId);
  }

  return {
    add: (notice) => {
      if (waiting.size === 0) later(showWaiting);
      // Moved to the end, because it is now the newest.
      waiting.delete(notice.conversationId);
      waiting.set(notice.conversationId, notice);
    },
    remove,
    removeRead: (isRead) => {
      for (const id of [...waiting.keys(), ...shown]) if (isRead(id)) remove(id);
    },
    removeAll: () => {
      for (const id of new Set([...waiting.keys(), ...shown])) remove(id);
    },
  };
}
