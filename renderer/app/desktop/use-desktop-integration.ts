import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { markRead } from '../../features/inbox/list/conversations.actions.ts';
import { useUnreadTotal } from '../../features/inbox/list/use-unread-total.ts';
import { sendText } from '../../features/inbox/outbox/outbox.actions.ts';
import { ask, isDesktop, listen, send } from '../../lib/desktop/desktop.ts';
import { closeSettings, useSettingsOpen } from './settings-open.store.ts';

/** Connects the product to the desktop app: badge, links and replies. Does nothing in a browser. */
export function useDesktopIntegration(): void {
  useUnreadBadge();
  useLinks();
  useReplies();
  useSettingsRoute();
}

/** A zero is delayed, because nothing is counted yet right after startup and the badge must not flicker. */
const ZERO_DELAY_MS = 1_500;

function useUnreadBadge(): void {
  const count = useUnreadTotal();

  useEffect(() => {
    const timer = setTimeout(() => send('unread.set', { count }), count === 0 ? ZERO_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [count]);

  useEffect(() => () => send('unread.set', { count: 0 }), []);
}

/** Opens the conversation of a notification or deep link, even if clicked before this page was ready. */
function useLinks(): void {
  const navigate = useNavigate();
  const open = useEffectEvent((link: { conversationId: string; messageId?: string | undefined } | null) => {
    if (link === null) return;
    const { conversationId, messageId: message } = link;
    void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId }, search: { message } });
  });

  useEffect(() => {
    if (!isDesktop) return;
    // The main process keeps a link until it is requested; otherwise the next start would open it again.
    const take = () => ask('links.take').then(open, () => undefined);
    void take();
    return listen('links.opened', (link) => {
      open(link);
      send('links.take');
    });
  }, []);
}

/** Sends a reply that was typed into a notification, and marks the conversation as read. */
function useReplies(): void {
  useEffect(
    () =>
      listen('notices.replied', ({ conversationId, messageId, text }) => {
        const content = text.trim();
        if (content === '') return;
        // What the person read is the notification; whatever the thread has shown since, they may not have seen.
        sendText(conversationId, content, { lastSeenId: messageId });
        markRead(conversationId).catch(() => undefined);
      }),
    [],
  );
}

/** Opens the settings page when Settings is chosen in the application menu. */
function useSettingsRoute(): void {
  const navigate = useNavigate();
  const isWanted = useSettingsOpen((state) => state.isOpen);

  useEffect(() => {
    if (!isWanted) return;
    closeSettings();
    void navigate({ to: '/settings/app' });
  }, [isWanted, navigate]);
}
