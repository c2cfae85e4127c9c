import { formatClock } from '../../../lib/format/format.ts';
import classes from '../bubble.module.css';
import { PendingMedia } from '../media/pending-media.tsx';
import { BubbleText } from '../thread/bubble/bubble-text.tsx';
import { MessageTick } from '../thread/bubble/message-tick.tsx';
import type { PendingMessage } from './outbox.store.ts';
import { PendingProblem } from './pending-problem.tsx';

/** A message that the server has not confirmed yet. Its text is never lost. */
export function PendingBubble({ pending, endsGroup }: { pending: PendingMessage; endsGroup: boolean }) {
  const status = pending.state === 'refused' ? 'failed' : 'queued';
  return (
    <article
      className={classes.bubble}
      data-direction="outbound"
      data-ends-group={endsGroup || undefined}
      data-state={pending.state}
      data-testid="message-bubble"
      data-status={status}
      data-id={pending.clientId}
    >
      {pending.quote && (
        <blockquote className={classes.quote}>
          <strong dir="auto">{pending.quote.author}</strong>
          <span dir="auto">{pending.quote.text}</span>
        </blockquote>
      )}
      {pending.media && <PendingMedia media={pending.media} />}
      {pending.content !== '' && <BubbleText text={pending.content} />}
      <span className={classes.meta}>
        <time dateTime={pending.createdAt}>{formatClock(pending.createdAt)}</time>
        <MessageTick status={status} testId="message-tick" />
      </span>
      {pending.state !== 'sending' && <PendingProblem pending={pending} />}
    </article>
  );
}
