import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { InboxPage } from '../features/inbox/inbox.page.tsx';
import { useSession } from './use-session.ts';

const ContactCard = lazy(async () => ({
  default: (await import('../features/contacts/contact-card.tsx')).ContactCard,
}));

const TemplatePicker = lazy(async () => ({
  default: (await import('../features/templates/template-picker.tsx')).TemplatePicker,
}));

/** The inbox, with the contact's card and the templates of other features put into it. */
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
      renderTemplates={(props) => (
        <Suspense>
          <TemplatePicker {...props} />
        </Suspense>
      )}
      renderContact={(contactId) => (
        <Suspense>
          <ContactCard contactId={contactId} />
        </Suspense>
      )}
    />
  );
}
