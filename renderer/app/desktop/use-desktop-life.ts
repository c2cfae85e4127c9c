import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { markRead } from '../../features/inbox/list/conversations.actions.ts';
import { useConversations } from '../../features/inbox/list/conversations.store.ts';
import { useUnreadTotal } from '../../features/inbox/list/use-unread-total.ts';
import { sendText } from '../../features/inbox/outbox/outbox.actions.ts';
import { ask, isDesktop, listen, send } from '../../lib/desktop.ts';
import { noticeQueue, setOpenConversation } from './desktop-notices.ts';
import { closeSettings, useSettingsOpen } from './settings-open.store.ts';

/** What the desktop and the product of a signed-in person send each other. In a browser nothing. */
export function useDesktopLife(): void {
  useOpenConversation();
  useUnreadBadge();
  useLinks();
  useReplies();
  useSettingsRoute();
}

/** No notification for what somebody reads, and none left of what was read. */
function useOpenConversation(): void {
  const { conversationId = null } = useParams({ strict: false });

  useEffect(() => {
    setOpenConversation(conversationId);
    return () => setOpenConversation(null);
  }, [conversationId]);

  useEffect(() => {
    const stop = useConversations.subscribe(({ byId }) => {
      noticeQueue.settle((id) => byId[id]?.unreadCount === 0);
    });
    return () => {
      stop();
      noticeQueue.dropAll();
    };
  }, []);
}

/** Nothing is counted yet right after the start: a zero waits, so that the badge does not blink. */
const ZERO_WAITS_MS = 1_500;

function useUnreadBadge(): void {
  const count = useUnreadTotal();

  useEffect(() => {
    const timer = setTimeout(() => send('unread.set', { count }), count === 0 ? ZERO_WAITS_MS : 0);
    return () => clearTimeout(timer);
  }, [count]);

  useEffect(() => () => send('unread.set', { count: 0 }), []);
}

/** A notification that was clicked, or a deep link: now, or before this page could listen. */
function useLinks(): void {
  const navigate = useNavigate();
  const open = useEffectEvent((link: { conversationId: string } | null) => {
    if (link) void navigate({ to: '/inbox/{-$conversationId}', params: link });
  });

  useEffect(() => {
    if (!isDesktop) return;
    // Main keeps a link until it is taken. What was pushed is taken too, or the next start would open it again.
    const take = () => ask('links.take').then(open, () => undefined);
    void take();
    return listen('links.opened', (link) => {
      open(link);
      send('links.take');
    });
  }, []);
}

/** Typed into a notification: sent like anything typed in the composer, and who answers has read. */
function useReplies(): void {
  useEffect(
    () =>
      listen('notices.replied', ({ conversationId, text }) => {
        const content = text.trim();
        if (content === '') return;
        sendText(conversationId, content);
        markRead(conversationId).catch(() => undefined);
      }),
    [],
  );
}

/** The application menu's settings are a section of the product here. */
function useSettingsRoute(): void {
  const navigate = useNavigate();
  const isWanted = useSettingsOpen((state) => state.isOpen);

  useEffect(() => {
    if (!isWanted) return;
    closeSettings();
    void navigate({ to: '/desktop' });
  }, [isWanted, navigate]);
}
