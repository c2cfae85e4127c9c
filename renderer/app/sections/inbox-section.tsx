import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChannelBanner } from '../../features/channel/channel-banner.tsx';
import { InboxPage } from '../../features/inbox/inbox.page.tsx';
import { DEFAULT_VIEW } from '../../features/inbox/views.ts';
import { useMayOpen } from '../page-access.ts';
import { useSession } from '../use-session.ts';
import classes from './inbox-section.module.css';

const ContactCard = lazy(async () => ({
  default: (await import('../../features/contacts/contact-card.tsx')).ContactCard,
}));

const TemplatePicker = lazy(async () => ({
  default: (await import('../../features/templates/template-picker.tsx')).TemplatePicker,
}));

/** The inbox, with the contact card and the template picker of other features. */
export function InboxSection() {
  const session = useSession();
  const navigate = useNavigate();
  const { conversationId } = useParams({ from: '/inbox/{-$conversationId}' });
  const { view = DEFAULT_VIEW, message = null } = useSearch({ from: '/inbox/{-$conversationId}' });
  const toChannel = () => void navigate({ to: '/settings/cloud-api' });
  const mayFix = useMayOpen()('/settings/cloud-api');
  const go = (params: { conversationId: string | undefined }, next: typeof view, replace = false) =>
    void navigate({
      replace,
      to: '/inbox/{-$conversationId}',
      params,
      search: next === DEFAULT_VIEW ? {} : { view: next },
    });
  return (
    <div className={classes.section}>
      <ChannelBanner channel={session.workspace.channel} onFix={mayFix ? toChannel : null} />
      <div className={classes.inbox}>
        <InboxPage
          session={session}
          openId={conversationId ?? null}
          linkedMessageId={message}
          onLinked={() => go({ conversationId }, view, true)}
          onConnect={mayFix ? toChannel : null}
          view={view}
          onView={(next) => go({ conversationId }, next)}
          onOpen={(id) => go({ conversationId: id }, view)}
          onClose={() => go({ conversationId: undefined }, view)}
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
      </div>
    </div>
  );
}
