import { formatDay, formatFull } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../ui/hooks/use-now.ts';
import { NoteBubble } from '../../notes/note-bubble.tsx';
import { PendingBubble } from '../../outbox/pending-bubble.tsx';
import { BubbleBoundary } from '../bubble/bubble-boundary.tsx';
import { MessageBubble } from '../bubble/message-bubble.tsx';
import { WorkLine } from '../history/work-line.tsx';
import type { ThreadEntry } from './thread-entries.ts';
import classes from './thread-row.module.css';

/** A row of the thread: the bubble, below the date or the "New messages" line where one starts. */
export function ThreadRow({ entry }: { entry: ThreadEntry }) {
  const now = useNow();
  return (
    <div className={classes.row} data-starts-group={entry.startsGroup || undefined}>
      {entry.startsDay && (
        <div className={classes.day}>
          <time dateTime={entry.createdAt} title={formatFull(entry.createdAt)}>
            {formatDay(entry.createdAt, now)}
          </time>
        </div>
      )}
      {entry.startsUnread && (
        <div className={classes.unread} data-unread-line>
          <span>{t('inbox:thread.newMessages')}</span>
        </div>
      )}
      <BubbleBoundary raw={entry}>
        {entry.kind === 'stored' ? (
          <MessageBubble
            message={entry.message}
            startsGroup={entry.startsGroup}
            endsGroup={entry.endsGroup}
          />
        ) : entry.kind === 'note' ? (
          <NoteBubble note={entry.note} />
        ) : entry.kind === 'work' ? (
          <WorkLine work={entry.work} />
        ) : (
          <PendingBubble pending={entry.pending} endsGroup={entry.endsGroup} />
        )}
      </BubbleBoundary>
    </div>
  );
}
