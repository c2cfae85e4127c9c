import { useNavigate } from '@tanstack/react-router';
import { NotificationsPage } from '../../features/notifications/notifications.page.tsx';

/** The notification list, with links to conversations and to messages in them. */
export function NotificationsSection() {
  const navigate = useNavigate();
  return (
    <NotificationsPage
      onOpen={(conversationId, message) =>
        void navigate({
          to: '/inbox/{-$conversationId}',
          params: { conversationId },
          search: message === null ? {} : { message },
        })
      }
    />
  );
}
