import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { HOLD_SECONDS } from '../../../../shared/domain/message-status.ts';
import { formatClock } from '../../../lib/format/format.ts';
import classes from '../bubble.module.css';
import { RenderedOffer } from '../kinds/choice-content.tsx';
import { LocationCard, PersonCard } from '../kinds/shared-content.tsx';
import { PendingMedia } from '../media/pending-media.tsx';
import { HoldNote } from '../thread/actions/scheduled-note.tsx';
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
      {pending.attachment ? (
        <PendingAttachment attachment={pending.attachment} />
      ) : (
        pending.content !== '' && <BubbleText text={pending.content} />
      )}
      <span className={classes.meta}>
        <time dateTime={pending.createdAt}>{formatClock(pending.createdAt)}</time>
        <MessageTick status={status} testId="message-tick" />
      </span>
      {pending.state !== 'sending' ? (
        <PendingProblem pending={pending} />
      ) : (
        pending.hold && <HoldNote seconds={pending.hold === true ? HOLD_SECONDS : pending.hold} />
      )}
    </article>
  );
}

/** An attachment as it will look once it is stored. */
function PendingAttachment({ attachment }: { attachment: Attachment }) {
  switch (attachment.type) {
    case 'interactive':
      return <RenderedOffer offer={attachment.interactive} />;
    case 'location':
      return <LocationCard location={attachment.location} />;
    case 'contacts':
      return attachment.contacts.map(({ name, phones }, index) => (
        <PersonCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change their order
          key={index}
          name={name.formatted_name}
          lines={(phones ?? []).map(({ phone }) => phone)}
        />
      ));
  }
}
