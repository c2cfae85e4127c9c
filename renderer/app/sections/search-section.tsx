import { useNavigate, useSearch } from '@tanstack/react-router';
import { openConversation } from '../../features/inbox/list/conversations.actions.ts';
import { SearchPage } from '../../features/search/search.page.tsx';
import { t } from '../../lib/i18n.ts';
import { ownerOf } from '../../lib/offline/offline-cache.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { useSession } from '../use-session.ts';

/** The search, with links to conversations and to messages in them. */
export function SearchSection() {
  const session = useSession();
  const navigate = useNavigate();
  const { q = '' } = useSearch({ from: '/search' });
  const open = (conversationId: string, message: string | null) =>
    void navigate({
      to: '/inbox/{-$conversationId}',
      params: { conversationId },
      search: message === null ? {} : ({ message } as object),
    });
  return (
    <SearchPage
      owner={ownerOf(session)}
      userId={session.user.id}
      typed={q}
      onSearch={(typed) =>
        void navigate({ to: '/search', replace: q !== '', search: typed === '' ? {} : { q: typed } })
      }
      onOpenConversation={open}
      onOpenContact={(contactId) =>
        void openConversation(contactId).then(
          (conversationId) => open(conversationId, null),
          (error) => showErrorToast(t('app:conversationNotOpened'), error),
        )
      }
    />
  );
}
