import type { Conversation } from '../../../shared/contract/conversations.contract.ts';
import type { MessageStatus } from '../../../shared/domain/message-status.ts';
import { previewText } from './message-kind.ts';
import { MessageTick } from './message-tick.tsx';
import type { PendingMessage } from './outbox.store.ts';
import classes from './row-preview.module.css';

export interface RowPreviewProps {
  draft: string | undefined;
  /** The latest message that the server has not confirmed. */
  pending: PendingMessage | undefined;
  lastMessage: Conversation['lastMessage'];
  isUnread: boolean;
  /** The row ends with a sign that says how the last message stands, so no tick does. */
  hasSign: boolean;
}

/** The second line of a row: an unsent draft first, else the last message and how far it came. */
export function RowPreview({ draft, pending, lastMessage, isUnread, hasSign }: RowPreviewProps) {
  if (draft !== undefined && draft.trim() !== '') {
    return (
      <span className={classes.preview} dir="auto">
        <strong className={classes.draft}>Draft:</strong> {oneLine(draft)}
      </span>
    );
  }
  if (pending) return <Ours tick={hasSign ? null : 'queued'} text={oneLine(pending.content)} />;
  if (lastMessage === null) return <span className={classes.preview}>No messages yet</span>;
  const text = previewText(lastMessage.type, lastMessage.preview);
  if (lastMessage.direction === 'outbound') {
    return <Ours tick={hasSign ? null : lastMessage.status} text={text} />;
  }
  return (
    <span className={classes.preview} data-unread={isUnread || undefined}>
      <bdi>{text}</bdi>
    </span>
  );
}

/** What we wrote last, behind its tick. */
function Ours({ tick, text }: { tick: MessageStatus | null; text: string }) {
  return (
    <>
      {tick !== null && (
        <span className={classes.tick}>
          <MessageTick status={tick} />
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
