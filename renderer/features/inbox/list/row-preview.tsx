import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { MessageStatus } from '../../../../shared/domain/message-status.ts';
import { FORMER_MEMBER } from '../../../../shared/domain/roles.ts';
import { t } from '../../../lib/i18n.ts';
import { useDrafts } from '../composer/drafts.store.ts';
import { useInbox } from '../inbox-context.ts';
import type { PendingMessage } from '../outbox/outbox.store.ts';
import { previewText } from '../thread/bubble/message-kind.ts';
import { MessageTick } from '../thread/bubble/message-tick.tsx';
import classes from './row-preview.module.css';

export interface RowPreviewProps {
  conversation: Conversation;
  /** The latest message that the server has not confirmed. */
  pending: PendingMessage | undefined;
  isUnread: boolean;
  /** Whether the row ends with an icon for the state of the last message, so that it needs no tick. */
  hasIcon: boolean;
}

/** The second line of a row: an unsent draft if there is one, otherwise the last message and its status. */
export function RowPreview({ conversation, pending, isUnread, hasIcon }: RowPreviewProps) {
  const userId = useInbox().session.user.id;
  const draft = useDrafts((state) => state.byConversation[conversation.id]);
  const { lastMessage, returnedAt } = conversation;
  if (draft !== undefined && draft.trim() !== '') {
    return (
      <span className={classes.preview}>
        <strong className={classes.draft}>{t('inbox:list.row.draft')}</strong>
        <span className={classes.text} dir="auto">
          {oneLine(draft)}
        </span>
      </span>
    );
  }
  if (pending) {
    return (
      <OutboundPreview
        tick={hasIcon ? null : 'queued'}
        by={t('inbox:list.row.you')}
        text={pendingText(pending)}
      />
    );
  }
  if (returnedAt !== null) {
    return (
      <span className={classes.preview} data-testid="returned">
        <strong className={classes.returned}>{t('inbox:list.row.returned')}</strong>
        <span className={classes.text} dir="auto">
          {lastMessage && previewText(lastMessage.type, lastMessage.preview)}
        </span>
      </span>
    );
  }
  if (lastMessage === null) return <span className={classes.preview}>{t('inbox:list.row.empty')}</span>;
  const text = previewText(lastMessage.type, lastMessage.preview);
  if (lastMessage.direction === 'outbound') {
    return (
      <OutboundPreview
        tick={hasIcon ? null : lastMessage.status}
        by={actorOf(lastMessage, userId)}
        text={text}
      />
    );
  }
  return (
    <span className={classes.preview} data-unread={isUnread || undefined}>
      <span className={classes.text} dir="auto">
        {text}
      </span>
    </span>
  );
}

/** An outbound message, after its tick. */
function OutboundPreview({ tick, by, text }: { tick: MessageStatus | null; by: string; text: string }) {
  return (
    <>
      {tick !== null && (
        <span className={classes.tick}>
          <MessageTick status={tick} />
        </span>
      )}
      <span className={classes.preview}>
        <span>{by}</span>
        <span className={classes.text} dir="auto">
          {text}
        </span>
      </span>
    </>
  );
}

/** Returns who wrote an outbound message: the person themselves, a colleague by first name, a broadcast, a rule, or a program. */
function actorOf(
  { author, sentBy }: Pick<NonNullable<Conversation['lastMessage']>, 'author' | 'sentBy'>,
  userId: string,
): string {
  if (author === null) {
    if (sentBy === 'broadcast') return t('inbox:list.row.byBroadcast');
    if (sentBy === 'business_app') return t('inbox:list.row.byPhone');
    return t(sentBy === 'program' ? 'inbox:list.row.byProgram' : 'inbox:list.row.byServer');
  }
  if (author.name === FORMER_MEMBER) return t('inbox:list.row.formerMember');
  if (author.id === userId) return t('inbox:list.row.you');
  return t('inbox:list.row.by', { name: author.name.split(' ', 1)[0] ?? author.name });
}

function pendingText({ content, media, attachment }: PendingMessage): string {
  if (attachment)
    return previewText(attachment.type, attachment.type === 'interactive' ? oneLine(content) : '');
  return media ? previewText(media.kind, oneLine(content)) : oneLine(content);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
