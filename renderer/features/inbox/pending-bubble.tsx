import { Button } from '@mantine/core';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import { formatClock } from '../../lib/format.ts';
import classes from './bubble.module.css';
import { BubbleText } from './bubble-text.tsx';
import { MessageTick } from './message-tick.tsx';
import { retryPending, takeBack } from './outbox.actions.ts';
import type { PendingMessage } from './outbox.store.ts';

/** A message that the server has not confirmed yet. Its text stays here whatever happens. */
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
      <BubbleText text={pending.content} />
      <span className={classes.meta}>
        <time dateTime={pending.createdAt}>{formatClock(pending.createdAt)}</time>
        <MessageTick status={status} testId="message-tick" />
      </span>
      {pending.problem !== null && <Trouble pending={pending} problem={pending.problem} />}
    </article>
  );
}

function Trouble({ pending, problem }: { pending: PendingMessage; problem: string }) {
  const isWaiting = pending.state === 'waiting';
  return (
    <div className={classes.failure} data-tone={isWaiting ? 'warn' : 'bad'}>
      <p>
        {isWaiting
          ? 'Not sent yet. It goes by itself as soon as the server answers.'
          : `Not sent. ${problem}`}
      </p>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          onClick={() => retryPending(pending)}
          data-testid="message-retry"
        >
          Retry
        </Button>
        {!isWaiting && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} />}
            onClick={() => takeBack(pending)}
          >
            Back to draft
          </Button>
        )}
      </div>
    </div>
  );
}
