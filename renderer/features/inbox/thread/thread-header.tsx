import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCircleCheck,
  IconClockPause,
  IconLayoutSidebarRight,
  IconLayoutSidebarRightFilled,
} from '@tabler/icons-react';
import { useState } from 'react';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatFull } from '../../../lib/format/format.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from '../list/conversations.store.ts';
import { useWorkStatus } from '../list/use-work-status.ts';
import { PresenceAvatars } from '../presence/presence.tsx';
import { snoozeTimes } from './snooze-times.ts';
import classes from './thread-header.module.css';
import { WindowChip } from './window-chip.tsx';

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
      <PresenceAvatars conversationId={conversationId} size={26} isWide />
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

/** Closes, snoozes or reopens the open conversation. */
function WorkButtons({ conversationId }: { conversationId: string }) {
  const status = useConversations((state) => state.byId[conversationId]?.status);
  const { change, toggleClosed } = useWorkStatus();
  const now = useNow();
  const [isSnoozing, setSnoozing] = useState(false);
  if (status === undefined) return null;
  const toggle = status === 'open' ? t('inbox:work.close') : t('inbox:work.reopen');
  const ToggleIcon = status === 'open' ? IconCircleCheck : IconArrowBackUp;
  return (
    <>
      <Menu position="bottom-end" opened={isSnoozing} onChange={setSnoozing}>
        <Menu.Target>
          <Tooltip
            label={t('inbox:work.withKey', { label: t('inbox:work.snooze'), key: 'H' })}
            disabled={isSnoozing}
          >
            <ActionIcon aria-label={t('inbox:work.snooze')} aria-keyshortcuts="H" data-testid="snooze">
              <IconClockPause size={20} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('inbox:work.snoozeUntil')}</Menu.Label>
          {snoozeTimes(new Date(now)).map(({ id, until }) => (
            <Menu.Item
              key={id}
              title={formatFull(until.toISOString())}
              onClick={() => change(conversationId, { status: 'snoozed', snoozedUntil: until.toISOString() })}
            >
              {t(`inbox:work.times.${id}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={t('inbox:work.withKey', { label: toggle, key: 'E' })}>
        <ActionIcon
          aria-label={toggle}
          aria-keyshortcuts="E"
          data-testid="toggle-closed"
          onClick={() => toggleClosed(conversationId)}
        >
          <ToggleIcon size={20} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
