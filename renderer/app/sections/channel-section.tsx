import { useNavigate } from '@tanstack/react-router';
import { ChannelPage } from '../../features/channel/channel.page.tsx';
import { useSession } from '../use-session.ts';

/** The channel page, with links to conversations. */
export function ChannelSection() {
  const navigate = useNavigate();
  return (
    <ChannelPage
      session={useSession()}
      onOpenInbox={(conversationId) =>
        void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId } })
      }
    />
  );
}
