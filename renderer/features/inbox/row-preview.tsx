import type { Conversation } from '../../../shared/contract/conversations.contract.ts';
import { kindLabel } from './message-kind.ts';
import { MessageTick } from './message-tick.tsx';
import classes from './row-preview.module.css';

export interface RowPreviewProps {
  draft: string | undefined;
  lastMessage: Conversation['lastMessage'];
  isUnread: boolean;
}

/** The second line of a row: an unsent draft first, else the last message and how far it came. */
export function RowPreview({ draft, lastMessage, isUnread }: RowPreviewProps) {
  if (draft !== undefined && draft.trim() !== '') {
    return (
      <span className={classes.preview} dir="auto">
        <strong className={classes.draft}>Draft:</strong> {draft.replace(/\s+/g, ' ').trim()}
      </span>
    );
  }
  if (lastMessage === null) return <span className={classes.preview}>No messages yet</span>;
  const text = lastMessage.preview === '' ? kindLabel(lastMessage.type) : lastMessage.preview;
  const isOurs = lastMessage.direction === 'outbound';
  return (
    <>
      {isOurs && lastMessage.status !== 'failed' && (
        <span className={classes.tick}>
          <MessageTick status={lastMessage.status} />
        </span>
      )}
      <span className={classes.preview} data-unread={isUnread || undefined}>
        {isOurs && 'You: '}
        <bdi>{text}</bdi>
      </span>
    </>
  );
}
