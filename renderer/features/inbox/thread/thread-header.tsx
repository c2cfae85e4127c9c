import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconBellOff,
  IconCircleCheck,
  IconClockPause,
  IconLayoutSidebarRight,
  IconLayoutSidebarRightFilled,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { isSimulatedPhone } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatFull } from '../../../lib/format/format.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { useNoticeSettings } from '../../../lib/notices/notice-settings.store.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { later } from '../../../ui/overlays/later.tsx';
import { QuietTag } from '../../../ui/quiet-tag.tsx';
import { useInbox } from '../inbox-context.ts';
import { LabelChip } from '../labels/label-marks.tsx';
import { useConversations } from '../list/conversations.store.ts';
import { PresenceAvatars } from '../presence/presence.tsx';
import { openPicker, type PickerKind } from '../work/picker.store.ts';
import { useWork } from '../work/use-work.ts';
import { dismissFailures } from '../work/work.actions.ts';
import { WorkAction } from '../work/work-action.tsx';
import { WorkPicker } from '../work/work-picker.tsx';
import { HeaderMenu } from './header-menu.tsx';
import classes from './thread-header.module.css';
import { WindowChip } from './window-chip.tsx';

const HeaderConversationMarks = later(
  async () => (await import('../assist/marks/conversation-marks.tsx')).HeaderConversationMarks,
);

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
        {t('inbox:work.failures.text', { count: failedCount })}{' '}
        {t('inbox:work.failures.hint', { count: failedCount })}
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

function Person({ conversation }: { conversation: Conversation }) {
  const { contact, assignee } = conversation;
  const name = contactTitle(contact);
  return (
    <>
      <InitialsAvatar name={name} seed={contact.id} size={36} />
      <div className={classes.person}>
        <div className={classes.line}>
          <h2 className={classes.name} data-testid="conversation-name">
            <span dir="auto">{name}</span>
          </h2>
          <StateTags conversation={conversation} />
          {conversation.marks && <HeaderConversationMarks conversation={conversation} />}
        </div>
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

/** Whether it is a rehearsal, whether it is closed or snoozed, and whether the person gets no notifications of it. */
function StateTags({ conversation: { id, status, snoozedUntil, contact } }: { conversation: Conversation }) {
  const isMuted = useNoticeSettings(({ muted }) => muted.includes(id));
  return (
    <>
      {isSimulatedPhone(contact.phone) && <QuietTag>{t('inbox:rehearsal')}</QuietTag>}
      {status === 'closed' && <QuietTag>{t('inbox:work.isClosed')}</QuietTag>}
      {status === 'snoozed' && snoozedUntil !== null && (
        <Tooltip label={t('inbox:list.row.snoozedUntil', { time: formatFull(snoozedUntil) })}>
          <span className={classes.tag} data-testid="thread-snoozed">
            <QuietTag>{t('inbox:work.isSnoozed')}</QuietTag>
          </span>
        </Tooltip>
      )}
      {isMuted && (
        <Tooltip label={t('inbox:work.isMuted')}>
          <IconBellOff className={classes.tag} size={15} role="img" aria-label={t('inbox:work.isMuted')} />
        </Tooltip>
      )}
    </>
  );
}

/** Assigns, labels, snoozes, closes or reopens the open conversation. On a phone, most of it is in one menu. */
function WorkButtons({ conversation }: { conversation: Conversation }) {
  const { id, status, assignee } = conversation;
  const { toggleClosed } = useWork();
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
        <HeaderMenu conversation={conversation} onPick={pick} />
      </div>
    </WorkPicker>
  );
}
