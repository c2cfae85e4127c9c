import { Tooltip } from '@mantine/core';
import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { formatClock, formatFull } from '../../lib/format.ts';
import classes from './bubble.module.css';
import { BubbleText } from './bubble-text.tsx';
import { useInbox } from './inbox-context.ts';
import { MessageFailure } from './message-failure.tsx';
import { kindLabel, platformKind } from './message-kind.ts';
import { MessageTick } from './message-tick.tsx';
import { isBounced, OUTSIDE_WINDOW } from './outside-window.ts';
import { RawDetails } from './raw-details.tsx';

export interface MessageBubbleProps {
  message: ThreadMessage;
  startsGroup: boolean;
  endsGroup: boolean;
}

/** A stored message. What is no text is a card that says so and shows what came. */
export function MessageBubble({ message, startsGroup, endsGroup }: MessageBubbleProps) {
  const author = useAuthorLabel(message);
  const isText = message.type === 'text';
  return (
    <article
      className={classes.bubble}
      data-direction={message.direction}
      data-ends-group={endsGroup || undefined}
      data-kind={isText ? 'text' : 'other'}
      data-testid="message-bubble"
      data-status={message.status}
      data-id={message.id}
    >
      {startsGroup && author !== null && <div className={classes.author}>{author}</div>}
      {isText ? <BubbleText text={message.content ?? ''} /> : <OtherKind message={message} />}
      <Meta message={message} />
      {message.error !== null && <MessageFailure message={message} error={message.error} />}
    </article>
  );
}

/** Who wrote for us: a colleague by name, a program as such; oneself needs no label. */
function useAuthorLabel({ direction, author }: ThreadMessage): string | null {
  const { session } = useInbox();
  if (direction === 'inbound' || author?.id === session.user.id) return null;
  return author?.name ?? 'Sent through the API';
}

function OtherKind({ message }: { message: ThreadMessage }) {
  return (
    <div className={classes.other}>
      <strong>{`Unsupported message (type ${platformKind(message.type, message.payload)})`}</strong>
      {message.content !== null && message.content !== '' && <BubbleText text={message.content} />}
      {message.content === null && message.type !== 'unsupported' && (
        <p>{kindLabel(message.type)}: cannot be shown here yet.</p>
      )}
      {message.payload !== null && <RawDetails value={message.payload} />}
    </div>
  );
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
