import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconLayoutSidebarRight, IconLayoutSidebarRightFilled } from '@tabler/icons-react';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from '../list/conversations.store.ts';
import classes from './thread-header.module.css';
import { WindowChip } from './window-chip.tsx';
import { WorkButtons } from './work-buttons.tsx';

export interface ThreadHeaderProps {
  conversationId: string;
  isContextOpen: boolean;
  onToggleContext: () => void;
}

/** The contact, their number and the time left in the reply window. */
export function ThreadHeader({ conversationId, isContextOpen, onToggleContext }: ThreadHeaderProps) {
  const { onClose } = useInbox();
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  const contextLabel = isContextOpen ? t('inbox:thread.contact.hide') : t('inbox:thread.contact.show');
  const Icon = isContextOpen ? IconLayoutSidebarRightFilled : IconLayoutSidebarRight;
  return (
    <header className={classes.header}>
      <ActionIcon className={classes.back} aria-label={t('inbox:thread.contact.back')} onClick={onClose}>
        <IconArrowLeft size={20} />
      </ActionIcon>
      {contact && (
        <>
          <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={36} />
          <div className={classes.person}>
            <h2 className={classes.name} data-testid="conversation-name">
              <span dir="auto">{contactTitle(contact)}</span>
            </h2>
            <p className={classes.number}>
              {contact.phone === null ? (
                t('inbox:thread.contact.noPhone')
              ) : (
                <bdi dir="ltr">{formatPhone(contact.phone)}</bdi>
              )}
            </p>
          </div>
        </>
      )}
      <span className={classes.space} />
      <WindowChip conversationId={conversationId} size="large" />
      <WorkButtons conversationId={conversationId} />
      <Tooltip label={contextLabel}>
        <ActionIcon
          aria-label={contextLabel}
          aria-expanded={isContextOpen}
          onClick={onToggleContext}
          data-testid="context-toggle"
        >
          <Icon size={20} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}
