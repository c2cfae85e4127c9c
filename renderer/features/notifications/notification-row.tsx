import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconAt,
  IconBell,
  IconClockPause,
  IconMail,
  IconMailOpened,
  IconUser,
} from '@tabler/icons-react';
import type {
  Notification,
  NotificationKind,
} from '../../../shared/contract/inbox/notifications.contract.ts';
import { api } from '../../lib/api/api.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './notifications.module.css';
import { refreshNotifications } from './notifications.queries.ts';

const ICONS: Readonly<Record<NotificationKind, typeof IconAt>> = {
  mention: IconAt,
  assigned: IconUser,
  send_failed: IconAlertTriangle,
  snooze_ended: IconClockPause,
  reminder: IconBell,
};

/** One notification: it opens its conversation, and can be marked as read or unread. */
export function NotificationRow({
  notification,
  onOpen,
}: {
  notification: Notification;
  onOpen: () => void;
}) {
  const { id, kind, contact, excerpt, createdAt } = notification;
  const isRead = notification.readAt !== null;
  const Icon = ICONS[kind];
  const mark = (isRead: boolean) =>
    api.notifications
      .change({ params: { id }, body: { isRead } })
      .then(refreshNotifications, (error) => showErrorToast(t('notifications:notMarked'), error));
  const markLabel = t(isRead ? 'notifications:markUnread' : 'notifications:markRead');
  return (
    <div className={classes.row} data-unread={!isRead || undefined} data-testid="notification">
      <button
        type="button"
        className={classes.open}
        onClick={() => {
          onOpen();
          if (!isRead) void mark(true);
        }}
      >
        <span className={classes.icon} data-kind={kind} aria-hidden="true">
          <Icon size={17} stroke={1.8} />
        </span>
        <span className={classes.body}>
          <span className={classes.line}>
            <span className={classes.sentence}>{sentenceOf(notification)}</span>
            <span className={classes.time}>
              <RelativeTime time={createdAt} />
            </span>
          </span>
          <span className={classes.detail} dir="auto">
            <span className={classes.contact}>{contactTitle(contact)}</span>
            {excerpt !== '' && <span className={classes.excerpt}>{excerpt}</span>}
          </span>
        </span>
        {!isRead && (
          <span className={classes.dot}>
            <VisuallyHidden>{t('notifications:isUnread')}</VisuallyHidden>
          </span>
        )}
      </button>
      <Tooltip label={markLabel}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.mark}
          aria-label={markLabel}
          onClick={() => void mark(!isRead)}
          data-testid="notification-mark"
        >
          {isRead ? <IconMail size={17} /> : <IconMailOpened size={17} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Returns what happened, in a sentence. */
function sentenceOf({ kind, actor }: Notification): string {
  if (kind === 'mention') return t('notifications:kinds.mention', { name: nameOf(actor) });
  if (kind === 'assigned') {
    return actor
      ? t('notifications:kinds.assignedBy', { name: actor.name })
      : t('notifications:kinds.assigned');
  }
  if (kind === 'send_failed') return t('notifications:kinds.sendFailed');
  return t(kind === 'reminder' ? 'notifications:kinds.reminder' : 'notifications:kinds.snoozeEnded');
}

function nameOf(actor: Notification['actor']): string {
  return actor?.name ?? t('inbox:thread.api');
}
