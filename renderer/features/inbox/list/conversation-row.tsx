import { VisuallyHidden } from '@mantine/core';
import { useDensity } from '../../../lib/density.store.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useDrafts } from '../composer/drafts.store.ts';
import { useOutbox } from '../outbox/outbox.store.ts';
import { PresenceAvatars } from '../presence/presence.tsx';
import { WindowChip } from '../thread/window-chip.tsx';
import classes from './conversation-row.module.css';
import { useConversations } from './conversations.store.ts';
import { RowPreview } from './row-preview.tsx';
import { problemOf, RowProblem } from './row-problem.tsx';

/** The height of a row in pixels, as in `--sb-list-row`. */
export const ROW_HEIGHTS = { comfortable: 64, compact: 52 } as const;

export interface ConversationRowProps {
  id: string;
  isOpen: boolean;
  /** Whether the keyboard selection is on this row. */
  isActive: boolean;
  onOpen: () => void;
}

/** A conversation in the list: contact, time, last message and problems. */
export function ConversationRow({ id, isOpen, isActive, onOpen }: ConversationRowProps) {
  const conversation = useConversations((state) => state.byId[id]);
  const draft = useDrafts((state) => state.byConversation[id]);
  const pending = useOutbox((state) => state.pending.findLast((item) => item.conversationId === id));
  const { density } = useDensity();
  if (!conversation) return <div style={{ height: ROW_HEIGHTS[density] }} />;
  const { contact, unreadCount, lastMessage } = conversation;
  const isUnread = unreadCount > 0;
  const problem = problemOf(conversation, pending);

  return (
    // The surrounding listbox keeps the focus, also after a click on a row, and handles the keys.
    <div
      id={`row-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isOpen}
      className={classes.row}
      data-active={isActive || undefined}
      data-testid="conversation-row"
      data-id={id}
      data-unread={unreadCount}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen();
      }}
    >
      <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={density === 'compact' ? 32 : 40} />
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
            draft={draft}
            pending={pending}
            lastMessage={lastMessage}
            isUnread={isUnread}
            hasIcon={problem !== null}
          />
          {problem !== null && <RowProblem problem={problem} />}
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
