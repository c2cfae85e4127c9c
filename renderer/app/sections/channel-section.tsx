import { useNavigate } from '@tanstack/react-router';
import { ChannelPage } from '../../features/channel/channel.page.tsx';
import { Guarded } from './guarded.tsx';

/** The way to the platform, with the inbox beside it. */
export function ChannelSection() {
  const navigate = useNavigate();
  return (
    <Guarded permission="settings:manage">
      {(session) => (
        <ChannelPage
          session={session}
          onOpenInbox={(conversationId) =>
            void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId } })
          }
        />
      )}
    </Guarded>
  );
}
