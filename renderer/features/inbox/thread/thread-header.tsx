import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCircleCheck,
  IconClockPause,
  IconDots,
  IconLayoutSidebarRight,
  IconLayoutSidebarRightFilled,
  IconMail,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { writeKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { useInbox } from '../inbox-context.ts';
import { LabelChip } from '../labels/label-marks.tsx';
import { useConversations } from '../list/conversations.store.ts';
import { PresenceAvatars } from '../presence/presence.tsx';
import { openPicker, type PickerKind } from '../work/picker.store.ts';
import { useWork } from '../work/use-work.ts';
import { dismissFailures } from '../work/work.actions.ts';
import { WorkAction } from '../work/work-action.tsx';
import { WorkPicker } from '../work/work-picker.tsx';
import classes from './thread-header.module.css';
import { WindowChip } from './window-chip.tsx';

export interface ThreadHeaderProps {
  conversationId: string;
  isContextOpen: boolean;
  onToggleContext: () => void;
}

/** The contact, the time left in the reply window, and what can be done with the conversation. */
export function ThreadHeader({ conversationId, isContextOpen, onToggleContext }: ThreadHeaderProps) {
  const { onClose } = useInbox();
  const conversation = useConversations((state) => state.byId[conversationId]);
  const contextLabel = isContextOpen ? t('inbox:thread.contact.hide') : t('inbox:thread.contact.show');
  const Icon = isContextOpen ? IconLayoutSidebarRightFilled : IconLayoutSidebarRight;
  return (
    <>
      <header className={classes.header}>
        <ActionIcon className={classes.back} aria-label={t('inbox:thread.contact.back')} onClick={onClose}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        {conversation && <Person conversation={conversation} />}
        <span className={classes.space} />
        <PresenceAvatars conversationId={conversationId} size={26} isWide />
        <WindowChip conversationId={conversationId} size="large" />
        {conversation && <WorkButtons conversation={conversation} />}
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
      {conversation && conversation.labels.length > 0 && (
        <ul className={classes.labels} aria-label={t('inbox:labels.title')} data-testid="thread-labels">
          {conversation.labels.map((label) => (
            <li key={label.id} className={classes.label}>
              <LabelChip label={label} />
            </li>
          ))}
        </ul>
      )}
      {conversation && conversation.failedCount > 0 && <Failures conversation={conversation} />}
    </>
  );
}

/** Says that messages failed, and takes the conversation out of the failed view. */
function Failures({ conversation: { id, failedCount } }: { conversation: Conversation }) {
  useCommands({ 'conversation.dismissFailures': () => void dismissFailures(id) });
  return (
    <div className={classes.failures} data-testid="failures">
      <span className={classes.failuresText}>
        {t('inbox:work.failures.text', { count: failedCount })} {t('inbox:work.failures.hint')}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void dismissFailures(id)}
        data-testid="dismiss-failures"
      >
        {t('inbox:work.failures.dismiss')}
      </Button>
    </div>
  );
}

function Person({ conversation: { contact, assignee } }: { conversation: Conversation }) {
  const name = contactTitle(contact);
  return (
    <>
      <InitialsAvatar name={name} seed={contact.id} size={36} />
      <div className={classes.person}>
        <h2 className={classes.name} data-testid="conversation-name">
          <span dir="auto">{name}</span>
        </h2>
        <p className={classes.number}>
          {contact.phone === null ? (
            t('inbox:thread.contact.noPhone')
          ) : (
            <bdi dir="ltr">{formatPhone(contact.phone)}</bdi>
          )}
          {assignee && <span className={classes.assignee}>{assignee.name}</span>}
        </p>
      </div>
    </>
  );
}

/** Assigns, labels, snoozes, closes or reopens the open conversation. On a phone, most of it is in one menu. */
function WorkButtons({ conversation: { id, status, assignee } }: { conversation: Conversation }) {
  const { change, toggleClosed } = useWork();
  const [unreadKey] = useKeys('conversation.unread');
  const toggle = status === 'open' ? t('inbox:work.close') : t('inbox:work.reopen');
  const ToggleIcon = status === 'open' ? IconCircleCheck : IconArrowBackUp;
  const pick = (kind: PickerKind) => openPicker(kind, 'thread', [id]);
  const assign = assignee ? t('inbox:work.assignedTo', { name: assignee.name }) : t('inbox:work.assign');
  return (
    <WorkPicker place="thread" ids={[id]}>
      <div className={classes.work}>
        <WorkAction
          label={assign}
          command="conversation.assign"
          className={classes.wide}
          onClick={() => pick('assign')}
          testId="assign"
        >
          {assignee ? (
            <InitialsAvatar name={assignee.name} seed={assignee.id} size={24} />
          ) : (
            <IconUserPlus size={20} />
          )}
        </WorkAction>
        <WorkAction
          label={t('inbox:work.label')}
          command="conversation.label"
          className={classes.wide}
          onClick={() => pick('label')}
          testId="label"
        >
          <IconTag size={20} />
        </WorkAction>
        <WorkAction
          label={t('inbox:work.snooze')}
          command="conversation.snooze"
          className={classes.wide}
          onClick={() => pick('snooze')}
          testId="snooze"
        >
          <IconClockPause size={20} />
        </WorkAction>
        <WorkAction
          label={toggle}
          command="conversation.close"
          onClick={() => toggleClosed([id])}
          testId="toggle-closed"
        >
          <ToggleIcon size={20} />
        </WorkAction>
        <Menu position="bottom-end" width={210}>
          <Menu.Target>
            <ActionIcon aria-label={t('inbox:work.more')} data-testid="work-menu">
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <div className={classes.narrow}>
              <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => pick('assign')}>
                {t('inbox:work.assign')}
              </Menu.Item>
              <Menu.Item leftSection={<IconTag size={16} />} onClick={() => pick('label')}>
                {t('inbox:work.label')}
              </Menu.Item>
              <Menu.Item leftSection={<IconClockPause size={16} />} onClick={() => pick('snooze')}>
                {t('inbox:work.snooze')}
              </Menu.Item>
            </div>
            <Menu.Item
              leftSection={<IconMail size={16} />}
              rightSection={
                unreadKey !== undefined && <kbd className={classes.key}>{writeKeys(unreadKey)}</kbd>
              }
              onClick={() => void change([id], { unread: true })}
              data-testid="mark-unread"
            >
              {t('inbox:work.markUnread')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </WorkPicker>
  );
}
