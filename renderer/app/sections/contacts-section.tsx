import { useNavigate, useSearch } from '@tanstack/react-router';
import { ContactsPage } from '../../features/contacts/contacts.page.tsx';
import { openConversation } from '../../features/inbox/list/conversations.actions.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { useSession } from '../use-session.ts';

/** The contacts page, with links to conversations. */
export function ContactsSection() {
  const navigate = useNavigate();
  const { workspace, permissions } = useSession();
  const {
    search = '',
    status = null,
    tag = null,
    attribute = null,
    blocked = false,
    page = 1,
  } = useSearch({ from: '/contacts' });
  return (
    <ContactsPage
      country={workspace.defaultCountry}
      onImport={
        permissions.includes('contacts:transfer')
          ? () => void navigate({ to: '/contacts/import', search: {} })
          : null
      }
      query={{ search, status, tag, attribute, isBlocked: blocked, page }}
      onQuery={(query) =>
        void navigate({
          to: '/contacts',
          replace: true,
          search: {
            search: query.search || undefined,
            status: query.status ?? undefined,
            tag: query.tag ?? undefined,
            attribute: query.attribute ?? undefined,
            blocked: query.isBlocked || undefined,
            page: query.page > 1 ? query.page : undefined,
          },
        })
      }
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
