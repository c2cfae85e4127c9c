import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconBellCheck, IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries } from '../../lib/api/api.ts';
import { formatUnread } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { NotificationRow } from './notification-row.tsx';
import classes from './notifications.module.css';
import { refreshNotifications } from './notifications.queries.ts';

const PAGE_SIZE = 50;
const PLACEHOLDERS = [0, 1, 2, 3, 4, 5];

/** What happened that concerns the person, the latest first. */
export function NotificationsPage({
  onOpen,
}: {
  /** Opens a conversation, at a message of it. */
  onOpen: (conversationId: string, messageId: string | null) => void;
}) {
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const list = useInfiniteQuery(
    queries.notifications.list.infiniteOptions({
      input: (cursor: string | null) => ({
        query: {
          limit: PAGE_SIZE,
          ...(cursor !== null && { cursor }),
          ...(isUnreadOnly && { unread: 'true' as const }),
        },
      }),
      initialPageParam: null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: 0,
    }),
  );
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const unreadCount = list.data?.pages.at(-1)?.unreadCount ?? 0;
  const latest = rows?.[0];
  const readAll = useMutation(
    // Up to the latest on the screen: what has come since stays unread.
    () => api.notifications.read({ body: { upTo: latest?.createdAt ?? '' } }),
    { onSuccess: refreshNotifications },
  );
  return (
    <PageFrame
      title={t('notifications:title')}
      lead={t('notifications:lead')}
      actions={
        <MutationButton
          mutation={readAll}
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden="true" />}
          disabled={!latest || unreadCount === 0}
          data-testid="read-all"
        >
          {t('notifications:readAll')}
        </MutationButton>
      }
    >
      <MutationError mutation={readAll} />
      <SegmentedControl
        aria-label={t('notifications:filter')}
        className={classes.filter}
        value={isUnreadOnly ? 'unread' : 'all'}
        onChange={(value) => setUnreadOnly(value === 'unread')}
        data={[
          { value: 'all', label: t('notifications:all') },
          {
            value: 'unread',
            label:
              unreadCount > 0
                ? t('notifications:unreadCount', { number: formatUnread(unreadCount) })
                : t('notifications:unread'),
          },
        ]}
      />
      <ListCard
        query={list}
        more={t('notifications:more')}
        moreTestId="notifications-more"
        errorTitle={t('notifications:failed')}
        empty={
          rows?.length === 0 && (
            <EmptyState
              icon={<IconBellCheck size={26} stroke={1.6} />}
              title={t(isUnreadOnly ? 'notifications:empty.unread' : 'notifications:empty.all')}
            >
              {t('notifications:empty.message')}
            </EmptyState>
          )
        }
      >
        {rows ? (
          <ul className={classes.list} data-testid="notifications">
            {rows.map((notification) => (
              <li key={notification.id}>
                <NotificationRow
                  notification={notification}
                  onOpen={() => onOpen(notification.conversationId, notification.messageId)}
                />
              </li>
            ))}
          </ul>
        ) : (
          <div className={classes.loading} aria-busy="true">
            {PLACEHOLDERS.map((one) => (
              <Skeleton key={one} height={44} />
            ))}
          </div>
        )}
      </ListCard>
    </PageFrame>
  );
}
