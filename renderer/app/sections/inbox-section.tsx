import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { InboxPage } from '../../features/inbox/inbox.page.tsx';
import type { ListFilter } from '../../features/inbox/list/conversation-order.ts';
import { openConversation } from '../../features/inbox/list/conversations.actions.ts';
import { DEFAULT_VIEW } from '../../features/inbox/views.ts';
import { loadPageTexts, t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { later } from '../../ui/overlays/later.tsx';
import { useMayOpen } from '../page-access.ts';
import { useSession } from '../use-session.ts';
import classes from './inbox-section.module.css';

/** A server that can send needs none: the first screen does without it. */
const ChannelBanner = later(
  async () => (await import('../../features/channel/channel-banner.tsx')).ChannelBanner,
);

const ContactCard = lazy(async () => {
  const [page] = await Promise.all([
    import('../../features/contacts/card/contact-card.tsx'),
    loadPageTexts(),
  ]);
  return { default: page.ContactCard };
});

const ContactFiles = lazy(async () => ({
  default: (await import('../../features/inbox/media/contact-files.tsx')).ContactFiles,
}));

const TemplatePicker = lazy(async () => {
  const [page] = await Promise.all([import('../../features/templates/template-picker.tsx'), loadPageTexts()]);
  return { default: page.TemplatePicker };
});

/** The inbox, with the contact card and the template picker of other features. */
export function InboxSection() {
  const session = useSession();
  const navigate = useNavigate();
  const { conversationId } = useParams({ from: '/inbox/{-$conversationId}' });
  const {
    view = DEFAULT_VIEW,
    label,
    assignee,
    urgent,
    unread,
    message = null,
  } = useSearch({ from: '/inbox/{-$conversationId}' });
  const filter = useMemo(() => ({ label, assignee, unread, urgent }), [label, assignee, unread, urgent]);
  const { channel } = session.workspace;
  const cannotSend = channel.state === 'platform_unreachable' || channel.state === 'credentials_refused';
  const toChannel = () => void navigate({ to: '/settings/cloud-api' });
  const mayFix = useMayOpen()('/settings/cloud-api');
  const go = (
    params: { conversationId: string | undefined },
    next: typeof view,
    narrowed: ListFilter = filter,
    replace = false,
  ) =>
    void navigate({
      replace,
      to: '/inbox/{-$conversationId}',
      params,
      search: { ...(next !== DEFAULT_VIEW && { view: next }), ...narrowed },
    });
  return (
    <div className={classes.section}>
      <div role="status">
        {cannotSend && <ChannelBanner channel={channel} onFix={mayFix ? toChannel : null} />}
      </div>
      <div className={classes.inbox}>
        <InboxPage
          session={session}
          openId={conversationId ?? null}
          linkedMessageId={message}
          onLinked={() => go({ conversationId }, view, filter, true)}
          onConnect={mayFix ? toChannel : null}
          view={view}
          filter={filter}
          onView={(next, narrowed) => go({ conversationId }, next, narrowed)}
          onOpen={(id) => go({ conversationId: id }, view)}
          onClose={() => go({ conversationId: undefined }, view)}
          renderTemplates={(props) => (
            <Suspense>
              <TemplatePicker {...props} />
            </Suspense>
          )}
          renderContact={(contactId) => (
            <Suspense>
              <ContactCard
                contactId={contactId}
                country={session.workspace.defaultCountry}
                renderFiles={(id) => <ContactFiles contactId={id} />}
                onMerged={({ id }) => {
                  openConversation(id).then(
                    (merged) => go({ conversationId: merged }, view),
                    (error) => showErrorToast(t('app:conversationNotOpened'), error),
                  );
                }}
              />
            </Suspense>
          )}
        />
      </div>
    </div>
  );
}
