import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { ContactsPage } from '../../features/contacts/contacts.page.tsx';
import { queryOf, searchOf } from '../../features/contacts/list/contact-query.ts';
import { openConversation } from '../../features/inbox/list/conversations.actions.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { useSession } from '../use-session.ts';

const ContactFiles = lazy(async () => ({
  default: (await import('../../features/inbox/media/contact-files.tsx')).ContactFiles,
}));
const ViewerLayer = lazy(async () => ({
  default: (await import('../../features/inbox/media/viewer-layer.tsx')).ViewerLayer,
}));

/** The contacts page, with links to conversations. */
export function ContactsSection() {
  const navigate = useNavigate();
  const { workspace, permissions } = useSession();
  const search = useSearch({ from: '/contacts' });
  return (
    <ContactsPage
      country={workspace.defaultCountry}
      onImport={
        permissions.includes('contacts:transfer')
          ? () => void navigate({ to: '/contacts/import', search: {} })
          : null
      }
      onBroadcast={
        permissions.includes('broadcasts:send')
          ? (contacts) => void navigate({ to: '/broadcasts/new', state: { contacts } })
          : null
      }
      query={queryOf(search)}
      onQuery={(query) => void navigate({ to: '/contacts', replace: true, search: searchOf(query) })}
      renderFiles={(contactId) => (
        <>
          <ContactFiles contactId={contactId} />
          <ViewerLayer />
        </>
      )}
      onMessage={async (contact) => {
        try {
          const conversationId = await openConversation(contact.id);
          await navigate({ to: '/inbox/{-$conversationId}', params: { conversationId } });
        } catch (error) {
          showErrorToast(t('app:conversationNotOpened'), error);
        }
      }}
    />
  );
}
