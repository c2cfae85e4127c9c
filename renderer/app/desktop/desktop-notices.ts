import { messageNotice } from '../../features/desktop-notices/message-notice.ts';
import { createNoticeQueue } from '../../features/desktop-notices/notice-queue.ts';
import { kindLabel } from '../../features/inbox/thread/bubble/message-kind.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { isDesktop, send } from '../../lib/desktop/desktop.ts';

/** Messages that arrive within this time are combined into one notification. */
const MOMENT_MS = 250;

let openId: string | null = null;

/** Sets the conversation that is open on screen. */
export function setOpenConversation(conversationId: string | null): void {
  openId = conversationId;
}

/** The notifications of the signed-in person's workspace. */
export const noticeQueue = createNoticeQueue({
  show: (notice) => send('notices.show', notice),
  clear: (conversationId) => send('notices.clear', { conversationId }),
  isVisible: (id) => id === openId && document.visibilityState === 'visible' && document.hasFocus(),
  later: (work) => setTimeout(work, MOMENT_MS),
});

/** Turns events into desktop notifications. Does nothing in a browser. */
export const desktopNoticesRealtime = {
  'message.received': (payload) => {
    if (isDesktop) noticeQueue.add(messageNotice(payload, new Date(), kindLabel));
  },
  'conversation.updated': ({ conversation }) => {
    if (conversation.unreadCount === 0) noticeQueue.remove(conversation.id);
  },
  'contact.deleted': ({ conversationId }) => {
    if (conversationId !== null) noticeQueue.remove(conversationId);
  },
} satisfies EventHandlers;
