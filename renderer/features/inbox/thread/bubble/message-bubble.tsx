import { lazy, Suspense } from 'react';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { FORMER_MEMBER } from '../../../../../shared/domain/roles.ts';
import { formatClock, formatFull, formatFullInstant } from '../../../../lib/format/format.ts';
import { loadPageTexts, t } from '../../../../lib/i18n.ts';
import { Tip } from '../../../../ui/overlays/tip.tsx';
import { useTranslated } from '../../assist/translate/translated.store.ts';
import classes from '../../bubble.module.css';
import { useReplyWindow } from '../../composer/use-reply-window.ts';
import { useInbox } from '../../inbox-context.ts';
import { MessageContent } from '../../kinds/message-content.tsx';
import { SystemLine } from '../../kinds/system-line.tsx';
import { isBounced, outsideWindowText } from '../../outbox/outside-window.ts';
import { isOnPlatform, programOf, replyTo } from '../actions/message-actions.ts';
import { openMessageDialog } from '../actions/message-dialogs.store.ts';
import { MessageToolbar } from '../actions/message-toolbar.tsx';
import { ScheduledNote } from '../actions/scheduled-note.tsx';
import { useBubbleHandlers, useIsBubbleActive } from '../actions/use-bubble-handlers.ts';
import { useMarkedMessage } from '../store/marked-message.store.ts';
import { MessageFailure } from './message-failure.tsx';
import { kindLabel } from './message-kind.ts';
import { MessageQuote } from './message-quote.tsx';
import { MessageReactions } from './message-reactions.tsx';
import { MessageTick } from './message-tick.tsx';

const MessageTranslation = lazy(async () => {
  const [shown] = await Promise.all([
    import('../../assist/translate/message-translation.tsx'),
    loadPageTexts(),
  ]);
  return { default: shown.MessageTranslation };
});

export interface MessageBubbleProps {
  message: ThreadMessage;
  startsGroup: boolean;
  endsGroup: boolean;
}

/** A stored message: quote, content, status and reactions. */
export function MessageBubble(props: MessageBubbleProps) {
  if (props.message.type === 'system') return <SystemLine message={props.message} />;
  return <Bubble {...props} />;
}

function Bubble({ message, startsGroup, endsGroup }: MessageBubbleProps) {
  const author = useAuthorLabel(message);
  const isActive = useIsBubbleActive(message.id);
  const isMarked = useMarkedMessage(({ marked }) => marked?.messageId === message.id);
  const isTranslated = useTranslated(({ ids }) => ids.has(message.id));
  const { isOpen } = useReplyWindow(message.conversationId);
  const onReply = isOpen && isOnPlatform(message) ? () => replyTo(message) : null;
  return (
    <article
      {...useBubbleHandlers(message.id, onReply)}
      aria-label={t('message-actions:bubble', {
        kind: kindLabel(message.type),
        time: formatFull(message.createdAt),
      })}
      data-marked={isMarked || undefined}
      className={classes.bubble}
      data-direction={message.direction}
      data-ends-group={endsGroup || undefined}
      data-kind={message.type === 'unsupported' ? 'other' : message.type}
      data-reacted={message.reactions.length > 0 || undefined}
      data-testid="message-bubble"
      data-status={message.status}
      data-id={message.id}
    >
      {(startsGroup || message.broadcast) && author !== null && (
        <div className={classes.author} dir="auto">
          {author}
        </div>
      )}
      {message.replyTo !== null && (
        <MessageQuote conversationId={message.conversationId} id={message.replyTo} />
      )}
      <MessageContent message={message} startsGroup={startsGroup} />
      {isTranslated && (
        <Suspense fallback={null}>
          <MessageTranslation messageId={message.id} />
        </Suspense>
      )}
      <Meta message={message} />
      {message.status === 'scheduled' && <ScheduledNote message={message} />}
      {message.error !== null && <MessageFailure message={message} error={message.error} />}
      <MessageReactions reactions={message.reactions} />
      {isActive && <MessageToolbar message={message} onReply={onReply} />}
    </article>
  );
}

/** Returns the author of an outbound message by a colleague, program or broadcast; null for all other messages. */
function useAuthorLabel(message: ThreadMessage): string | null {
  const { direction, author, broadcast } = message;
  const { session } = useInbox();
  if (broadcast) return t('inbox:thread.broadcast', { name: broadcast.name });
  if (direction === 'inbound' || author?.id === session.user.id) return null;
  if (author?.name === FORMER_MEMBER) return t('inbox:thread.formerMember');
  return author?.name ?? programOf(message);
}

function Meta({ message }: { message: ThreadMessage }) {
  const tick = isBounced(message) ? 'bounced' : message.status;
  return (
    <Tip label={<StatusTimes message={message} />} multiline>
      <span className={classes.meta}>
        <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
        {message.direction === 'outbound' && (
          // For the mouse: Info is in the menu of the message, which the keyboard reaches.
          <button
            type="button"
            tabIndex={-1}
            className={classes.tick}
            aria-label={t('message-actions:info.title')}
            onClick={() => openMessageDialog('info', message)}
          >
            <MessageTick status={tick} testId="message-tick" />
          </button>
        )}
      </span>
    </Tip>
  );
}

function StatusTimes({ message }: { message: ThreadMessage }) {
  const times = [
    [message.direction === 'inbound' ? 'received' : 'written', message.createdAt],
    ['sent', message.sentAt],
    ['delivered', message.deliveredAt],
    ['read', message.readAt],
    ['failed', message.failedAt],
  ] as const;
  return (
    <>
      {times.map(
        ([key, time]) =>
          time !== null && (
            <div key={key}>{t(`inbox:thread.times.${key}`, { time: formatFullInstant(time) })}</div>
          ),
      )}
      {isBounced(message) && outsideWindowText()}
      {isUndelivered(message) && t('inbox:thread.times.notYet')}
    </>
  );
}

/** How long a message usually takes to the phone, generously. */
const DELIVERY_MS = 2 * 60_000;

/** Returns whether a message has been on its way to the phone for unusually long. */
function isUndelivered(message: ThreadMessage): boolean {
  const { status, sentAt } = message;
  const isOnItsWay = status === 'sent' && sentAt !== null && !isBounced(message);
  return isOnItsWay && Date.now() - new Date(sentAt).getTime() > DELIVERY_MS;
}
