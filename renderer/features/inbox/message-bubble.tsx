import { Tooltip } from '@mantine/core';
import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { formatClock, formatFull } from '../../lib/format.ts';
import classes from './bubble.module.css';
import { useInbox } from './inbox-context.ts';
import { MessageContent } from './kinds/message-content.tsx';
import { MessageFailure } from './message-failure.tsx';
import { MessageQuote } from './message-quote.tsx';
import { MessageReactions } from './message-reactions.tsx';
import { MessageTick } from './message-tick.tsx';
import { isBounced, OUTSIDE_WINDOW } from './outside-window.ts';

export interface MessageBubbleProps {
  message: ThreadMessage;
  startsGroup: boolean;
  endsGroup: boolean;
}

/** A stored message: what it answers, what it says, how far it came, and what was put on it. */
export function MessageBubble({ message, startsGroup, endsGroup }: MessageBubbleProps) {
  const author = useAuthorLabel(message);
  return (
    <article
      className={classes.bubble}
      data-direction={message.direction}
      data-ends-group={endsGroup || undefined}
      data-kind={message.type === 'unsupported' ? 'other' : message.type}
      data-reacted={message.reactions.length > 0 || undefined}
      data-testid="message-bubble"
      data-status={message.status}
      data-id={message.id}
    >
      {startsGroup && author !== null && <div className={classes.author}>{author}</div>}
      {message.replyTo !== null && (
        <MessageQuote conversationId={message.conversationId} id={message.replyTo} />
      )}
      <MessageContent message={message} />
      <Meta message={message} />
      {message.error !== null && <MessageFailure message={message} error={message.error} />}
      <MessageReactions reactions={message.reactions} />
    </article>
  );
}

/** Who wrote for us: a colleague by name, a program as such; oneself needs no label. */
function useAuthorLabel({ direction, author }: ThreadMessage): string | null {
  const { session } = useInbox();
  if (direction === 'inbound' || author?.id === session.user.id) return null;
  return author?.name ?? 'Sent through the API';
}

function Meta({ message }: { message: ThreadMessage }) {
  const tick = isBounced(message) ? 'bounced' : message.status;
  return (
    <Tooltip label={<Times message={message} />} multiline>
      <span className={classes.meta}>
        <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
        {message.direction === 'outbound' && <MessageTick status={tick} testId="message-tick" />}
      </span>
    </Tooltip>
  );
}

function Times({ message }: { message: ThreadMessage }) {
  const times = [
    [message.direction === 'inbound' ? 'Received' : 'Written', message.createdAt],
    ['Sent', message.sentAt],
    ['Delivered', message.deliveredAt],
    ['Read', message.readAt],
    ['Failed', message.failedAt],
  ] as const;
  return (
    <>
      {times.map(([label, time]) => time !== null && <div key={label}>{`${label} ${formatFull(time)}`}</div>)}
      {isBounced(message) && OUTSIDE_WINDOW}
    </>
  );
}
