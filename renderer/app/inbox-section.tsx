import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { InboxPage } from '../features/inbox/inbox.page.tsx';
import { useSession } from './use-session.ts';

const ContactCard = lazy(async () => ({
  default: (await import('../features/contacts/contact-card.tsx')).ContactCard,
}));

/** The inbox, with the contact's card of another feature put into it. */
export function InboxSection() {
  const session = useSession();
  const navigate = useNavigate();
  const { conversationId } = useParams({ from: '/inbox/{-$conversationId}' });
  return (
    <InboxPage
      session={session}
      openId={conversationId ?? null}
      onOpen={(id) => void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId: id } })}
      onClose={() =>
        void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId: undefined } })
      }
      renderContact={(contactId) => (
        <Suspense>
          <ContactCard contactId={contactId} />
        </Suspense>
      )}
    />
  );
}
