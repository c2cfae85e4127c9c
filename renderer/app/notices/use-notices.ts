import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useConversations } from '../../features/inbox/list/conversations.store.ts';
import { useReadNotifications } from '../../features/notifications/notifications.queries.ts';
import { useMayOpen } from '../page-access.ts';
import { useSession } from '../use-session.ts';
import { noticeQueue, setOpenConversation, startNotices } from './notices.ts';

/** Notifies the signed-in person, except about what is on the screen, and removes notifications of read messages. */
export function useNotices(): void {
  const { user } = useSession();
  const mayRead = useMayOpen()('/notifications');
  const { conversationId = null } = useParams({ strict: false });
  const navigate = useNavigate();
  useReadNotifications(conversationId, mayRead);
  const open = useEffectEvent((id: string) => {
    void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId: id } });
  });

  useEffect(() => {
    setOpenConversation(conversationId);
    return () => setOpenConversation(null);
  }, [conversationId]);

  useEffect(() => {
    const end = startNotices(user.id, open);
    const stop = useConversations.subscribe(({ byId }) => {
      noticeQueue.removeRead((id) => byId[id]?.unreadCount === 0);
    });
    return () => {
      stop();
      end();
    };
  }, [user.id]);
}
