import { VisuallyHidden } from '@mantine/core';
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { useDensity } from '../../../lib/density.store.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { usePhoneFormat } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { useLongPress } from '../../../ui/hooks/use-long-press.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { later } from '../../../ui/overlays/later.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useOutbox } from '../outbox/outbox.store.ts';
import { PresenceAvatars } from '../presence/presence.tsx';
import { WindowChip } from '../thread/window-chip.tsx';
import { usePicker } from '../work/picker.store.ts';
import { useSelection } from '../work/selection.store.ts';
import classes from './conversation-row.module.css';
import { useConversations } from './conversations.store.ts';
import { RowMarks } from './row-marks.tsx';
import { RowPreview } from './row-preview.tsx';
import { problemOf, RowProblem } from './row-problem.tsx';

const WorkPicker = later(async () => (await import('../work/work-picker.tsx')).WorkPicker);

/** The height of a row in pixels, as in `--sb-list-row`. */
export const ROW_HEIGHTS = { comfortable: 64, compact: 52 } as const;

export interface ConversationRowProps {
  id: string;
  isOpen: boolean;
  /** Whether the keyboard selection is on this row. */
  isActive: boolean;
  onOpen: () => void;
  /** Selects the row, or with Shift all rows up to it. */
  onSelect: (isRange: boolean) => void;
}

/** A conversation in the list: contact, time, last message, and how far the work on it is. */
export function ConversationRow({ id, isOpen, isActive, onOpen, onSelect }: ConversationRowProps) {
  const conversation = useConversations((state) => state.byId[id]);
  const pending = useOutbox((state) => state.pending.findLast((item) => item.conversationId === id));
  const isSelected = useSelection((state) => state.ids.has(id));
  const isSelecting = useSelection((state) => state.ids.size > 0);
  const isPicking = usePicker(({ kind, place, ids }) => kind !== null && place === 'row' && ids[0] === id);
  const { density } = useDensity();
  usePhoneFormat(conversation?.contact.name.trim() === '');
  const press = useLongPress(() => onSelect(false));
  if (!conversation) return <div style={{ height: ROW_HEIGHTS[density] }} />;
  const { contact, unreadCount } = conversation;
  const isUnread = unreadCount > 0;
  const problem = problemOf(conversation, pending);

  return (
    // The surrounding listbox keeps the focus, also after a click on a row, and handles the keys.
    <div
      id={`row-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isSelecting ? isSelected : isOpen}
      className={classes.row}
      data-open={isOpen || undefined}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
      data-testid="conversation-row"
      data-id={id}
      data-unread={unreadCount}
      {...press.handlers}
      onClick={(event) => {
        if (event.shiftKey) onSelect(true);
        else if (event.ctrlKey || event.metaKey || (isSelecting && press.isTouch())) onSelect(false);
        else onOpen();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen();
      }}
    >
      {isPicking && (
        <WorkPicker place="row" ids={[id]}>
          <span className={classes.anchor} />
        </WorkPicker>
      )}
      <span className={classes.face}>
        <InitialsAvatar
          name={contactTitle(contact)}
          seed={contact.id}
          size={density === 'compact' ? 32 : 40}
        />
        {/* For the mouse: X selects the row from the keyboard, and a long press on a touch screen. */}
        <span
          className={classes.check}
          aria-hidden="true"
          data-testid="row-check"
          onClick={(event) => {
            event.stopPropagation();
            onSelect(event.shiftKey);
          }}
        >
          {isSelected ? <IconSquareCheckFilled size={20} /> : <IconSquare size={20} stroke={1.7} />}
        </span>
      </span>
      <div className={classes.body}>
        <div className={classes.line}>
          <span className={classes.name} data-unread={isUnread || undefined}>
            <span dir="auto">{contactTitle(contact)}</span>
          </span>
          <PresenceAvatars conversationId={id} size={20} />
          <WindowChip conversationId={id} size="small" />
          <span className={classes.time} data-unread={isUnread || undefined}>
            <RelativeTime time={conversation.lastActivityAt} />
          </span>
        </div>
        <div className={classes.line}>
          <RowPreview
            conversation={conversation}
            pending={pending}
            isUnread={isUnread}
            hasIcon={problem !== null}
          />
          {problem !== null && <RowProblem problem={problem} />}
          <RowMarks conversation={conversation} />
          {isUnread && (
            <span className={classes.count}>
              <span aria-hidden="true">{unreadCount > 99 ? '99+' : unreadCount}</span>
              <VisuallyHidden>{t('inbox:list.row.unread', { count: unreadCount })}</VisuallyHidden>
            </span>
          )}
        </div>
      </div>
    </div>
  );
}
