import type { Note } from '../../../shared/contract/inbox/notes.contract.ts';
import { useConversations } from '../../features/inbox/list/conversations.store.ts';
import { kindLabel } from '../../features/inbox/thread/bubble/message-kind.ts';
import { messageNotice, shortened } from '../../features/notices/message-notice.ts';
import { createNoticeQueue } from '../../features/notices/notice-queue.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { isDesktop, send } from '../../lib/desktop/desktop.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { t } from '../../lib/i18n.ts';
import {
  clearBrowserNotice,
  joinTabs,
  showBrowserNotice,
  type Tabs,
} from '../../lib/notices/browser-notices.ts';
import { isQuiet, useNoticeSettings } from '../../lib/notices/notice-settings.store.ts';

/** Messages that arrive within this time are combined into one notification. */
const MOMENT_MS = 250;

let openId: string | null = null;
let person: { id: string; tabs: Tabs; open(conversationId: string): void } | null = null;

/** Sets the conversation that is open on screen. */
export function setOpenConversation(conversationId: string | null): void {
  openId = conversationId;
  announce();
}

/** How often a tab repeats what it has on the screen: well within the time for which it counts. */
const REPEAT_MS = 5_000;

/** Starts to notify a person, on this device; returns how to end that. `open` shows a conversation. */
export function startNotices(userId: string, open: (conversationId: string) => void): () => void {
  const tabs = joinTabs(userId);
  person = { id: userId, tabs, open };
  announce();
  const repeat = setInterval(announce, REPEAT_MS);
  window.addEventListener('focus', announce);
  window.addEventListener('blur', announce);
  document.addEventListener('visibilitychange', announce);
  return () => {
    clearInterval(repeat);
    window.removeEventListener('focus', announce);
    window.removeEventListener('blur', announce);
    document.removeEventListener('visibilitychange', announce);
    noticeQueue.removeAll();
    tabs.leave();
    person = null;
  };
}

/** Says which conversation is on the screen: the other tabs need not notify the person about it. */
function announce(): void {
  person?.tabs.announce(openId !== null && isOnScreen(openId) ? openId : null);
}

/** The notifications of the signed-in person's workspace. */
export const noticeQueue = createNoticeQueue({
  show: (notice) => {
    if (!isDesktop && !person?.tabs.isSpeaker()) return;
    const { sound, volume } = useNoticeSettings.getState();
    const { conversationId: tag, title, body } = notice;
    if (isDesktop) send('notices.show', { ...notice, isSilent: sound !== 'none' });
    else showBrowserNotice({ tag, title, body }, () => person?.open(tag));
    if (sound === 'none') return;
    void import('../../lib/notices/play-sound.ts').then(
      ({ playSound }) => playSound(sound, volume),
      // Without the network, nothing arrives either.
      () => undefined,
    );
  },
  clear: (conversationId) => {
    if (isDesktop) send('notices.clear', { conversationId });
    else clearBrowserNotice(conversationId);
  },
  isVisible: (id) => isOnScreen(id) || (person?.tabs.isElsewhere(id) ?? false),
  later: (work) => setTimeout(work, MOMENT_MS),
});

/** Turns events into notifications of the desktop app or the browser. */
export const noticesRealtime = {
  'message.received': (payload) => {
    const { conversation } = payload;
    if (conversation.contact.blocked) return;
    if (isMuted(conversation.id)) return;
    if (isWanted(conversation.assignee)) noticeQueue.add(messageNotice(payload, new Date(), kindLabel));
  },
  'note.added': ({ note }) =>
    noticeOfMention(
      note,
      note.mentions.map(({ id }) => id),
    ),
  'note.updated': ({ note, newMentions }) => noticeOfMention(note, newMentions),
  'conversation.updated': ({ conversation }) => {
    const before = useConversations.getState().byId[conversation.id];
    const isMine = conversation.assignee !== null && conversation.assignee.id === person?.id;
    // A change of this person's own is already in the store.
    if (
      before &&
      isMine &&
      before.assignee?.id !== person?.id &&
      isWanted(null) &&
      !isMuted(conversation.id)
    ) {
      noticeQueue.add({
        conversationId: conversation.id,
        title: t('notices:assigned'),
        body: contactTitle(conversation.contact),
        canReply: false,
      });
    } else if (conversation.unreadCount === 0) noticeQueue.remove(conversation.id);
  },
  'contact.deleted': ({ conversationId }) => {
    if (conversationId !== null) noticeQueue.remove(conversationId);
  },
} satisfies EventHandlers;

/** Notifies the person of a note that mentions them, unless it is their own. */
function noticeOfMention(note: Note, mentioned: readonly string[]): void {
  const isMention = person !== null && mentioned.includes(person.id) && note.author?.id !== person.id;
  if (!isMention || !isWanted(null)) return;
  noticeQueue.add({
    conversationId: note.conversationId,
    title: t('notices:mentioned', { name: note.author?.name ?? t('inbox:thread.api') }),
    body: shortened(note.content, 300),
    canReply: false,
  });
}

/** Whether the person wants notifications of a conversation now. */
function isWanted(assignee: { id: string } | null): boolean {
  const { about, quiet } = useNoticeSettings.getState();
  if (about === 'none' || isQuiet(quiet, new Date())) return false;
  return about === 'all' || assignee === null || assignee.id === person?.id;
}

/** A mention is for the person, so that it is not muted. */
function isMuted(conversationId: string): boolean {
  return useNoticeSettings.getState().muted.includes(conversationId);
}

function isOnScreen(conversationId: string): boolean {
  return conversationId === openId && document.visibilityState === 'visible' && document.hasFocus();
}
