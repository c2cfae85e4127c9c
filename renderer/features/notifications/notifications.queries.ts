import { useDocumentVisibility } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queries } from '../../lib/api/api.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** How many unread notifications are known by their conversation; the count knows all. */
const KNOWN_UNREAD = 100;

const unreadOptions = () => ({
  ...queries.notifications.list.queryOptions({ input: { query: { unread: 'true', limit: KNOWN_UNREAD } } }),
  placeholderData: keepPreviousData,
  staleTime: 5 * 60_000,
});

/** Returns how many of the person's notifications are unread; 0 until they are loaded. */
export function useUnreadNotifications(isAllowed: boolean): number {
  return useQuery({ ...unreadOptions(), enabled: isAllowed }).data?.unreadCount ?? 0;
}

/** Marks the notifications about a conversation as read while it is on the screen. */
export function useReadNotifications(conversationId: string | null, isAllowed: boolean): void {
  const { data } = useQuery({ ...unreadOptions(), enabled: isAllowed });
  const isVisible = useDocumentVisibility() === 'visible';
  const hasUnread = isVisible && data?.data.some((one) => one.conversationId === conversationId) === true;
  useEffect(() => {
    if (conversationId === null || !hasUnread) return;
    // Without a connection they stay unread, and the next visit marks them.
    api.notifications.read({ body: { conversationId } }).then(refreshNotifications, () => undefined);
  }, [conversationId, hasUnread]);
}

/** Fetches the notifications again, after a change. */
export function refreshNotifications(): void {
  void queryClient.invalidateQueries({ queryKey: queries.notifications.key() });
}

/** Fetches a person's notifications and reminders again when they have changed. */
export const notificationsRealtime = (userId: () => string | null) =>
  ({
    'notifications.changed': (payload) => {
      if (payload.userId === userId()) refreshNotifications();
    },
    'reminders.changed': (payload) => {
      if (payload.userId === userId())
        void queryClient.invalidateQueries({ queryKey: queries.reminders.key() });
    },
  }) satisfies EventHandlers;
