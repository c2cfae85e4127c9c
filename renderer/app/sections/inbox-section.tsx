import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChannelBanner } from '../../features/channel/channel-banner.tsx';
import { InboxPage } from '../../features/inbox/inbox.page.tsx';
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
  const toChannel = () => void navigate({ to: '/channel' });
  const mayFix = useMayOpen()('/channel');
  return (
    <div className={classes.section}>
      <ChannelBanner channel={session.workspace.channel} onFix={mayFix ? toChannel : null} />
      <div className={classes.inbox}>
        <InboxPage
          session={session}
          openId={conversationId ?? null}
          onConnect={mayFix ? toChannel : null}
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
      </div>
    </div>
  );
}
