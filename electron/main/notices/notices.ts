import { Notification } from 'electron';
import type { MessageNotice } from '../../../shared/ipc/shapes.ts';
import { text } from '../locales/text.ts';

export interface Notices {
  show(placeId: string, notice: MessageNotice): void;
  clear(placeId: string, conversationId: string): void;
  clearPlace(placeId: string): void;
}

export interface NoticesOptions {
  showsMessage(): boolean;
  onOpen(placeId: string, conversationId: string): void;
  /** `messageId`: the message that the notification showed. */
  onReply(
    placeId: string,
    reply: { conversationId: string; messageId?: string | undefined; text: string },
  ): void;
}

interface Shown {
  notification: Notification;
  count: number;
}

/**
 * Shows one notification per conversation. A new message replaces the previous notification and increases its
 * count. Notifications are kept here because click events are lost once one is garbage-collected.
 */
export function createNotices(options: NoticesOptions): Notices {
  const shown = new Map<string, Shown>();
  const keyOf = (placeId: string, conversationId: string) => `${placeId} ${conversationId}`;

  function drop(key: string): number {
    const before = shown.get(key);
    shown.delete(key);
    before?.notification.close();
    return before?.count ?? 0;
  }

  return {
    show: (placeId, notice) => {
      if (!Notification.isSupported()) return;
      const { conversationId, messageId } = notice;
      const key = keyOf(placeId, conversationId);
      const count = drop(key) + 1;
      const notification = new Notification({
        title: count > 1 ? `${notice.title} (${count})` : notice.title,
        body: options.showsMessage() ? notice.body : text('newMessage'),
        // Linux has no inline reply; a click opens the composer instead.
        hasReply: notice.canReply && process.platform !== 'linux',
        replyPlaceholder: text('reply'),
        silent: notice.isSilent ?? false,
      });
      const forget = () => {
        if (shown.get(key)?.notification === notification) shown.delete(key);
      };
      notification.on('click', () => {
        forget();
        options.onOpen(placeId, conversationId);
      });
      notification.on('reply', ({ reply }) => {
        forget();
        if (reply.trim() !== '') options.onReply(placeId, { conversationId, messageId, text: reply });
      });
      notification.on('close', forget);
      shown.set(key, { notification, count });
      notification.show();
    },
    clear: (placeId, conversationId) => {
      drop(keyOf(placeId, conversationId));
    },
    clearPlace: (placeId) => {
      for (const key of [...shown.keys()]) if (key.startsWith(`${placeId} `)) drop(key);
    },
  };
}
