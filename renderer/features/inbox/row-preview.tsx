import type { Conversation } from '../../../shared/contract/conversations.contract.ts';
import type { MessageStatus } from '../../../shared/domain/message-status.ts';
import { kindLabel } from './message-kind.ts';
import { MessageTick } from './message-tick.tsx';
import type { PendingMessage } from './outbox.store.ts';
import classes from './row-preview.module.css';

export interface RowPreviewProps {
  draft: string | undefined;
  /** The latest message that the server has not confirmed. */
  pending: PendingMessage | undefined;
  lastMessage: Conversation['lastMessage'];
  isUnread: boolean;
}

/** The second line of a row: an unsent draft first, else the last message and how far it came. */
export function RowPreview({ draft, pending, lastMessage, isUnread }: RowPreviewProps) {
  if (draft !== undefined && draft.trim() !== '') {
    return (
      <span className={classes.preview} dir="auto">
        <strong className={classes.draft}>Draft:</strong> {oneLine(draft)}
      </span>
    );
  }
  if (pending) {
    const status = pending.state === 'refused' ? 'failed' : 'queued';
    return <Ours status={status} text={oneLine(pending.content)} />;
  }
  if (lastMessage === null) return <span className={classes.preview}>No messages yet</span>;
  const text = lastMessage.preview === '' ? kindLabel(lastMessage.type) : lastMessage.preview;
  if (lastMessage.direction === 'outbound') return <Ours status={lastMessage.status} text={text} />;
  return (
    <span className={classes.preview} data-unread={isUnread || undefined}>
      <bdi>{text}</bdi>
    </span>
  );
}

/** What we wrote last, behind its tick. A failure has a sign of its own at the row's end. */
function Ours({ status, text }: { status: MessageStatus; text: string }) {
  return (
    <>
      {status !== 'failed' && (
        <span className={classes.tick}>
          <MessageTick status={status} />
        </span>
      )}
      <span className={classes.preview}>
        You: <bdi>{text}</bdi>
      </span>
    </>
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
