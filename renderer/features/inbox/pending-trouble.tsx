import { Button } from '@mantine/core';
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './bubble.module.css';
import { useTemplateDrafts } from './drafts.store.ts';
import { discardPending, retryPending, takeBack } from './outbox.actions.ts';
import type { PendingMessage } from './outbox.store.ts';
import { useReplyWindow } from './use-reply-window.ts';

/** Why a message is still here, and what can be done with its text. */
export function PendingTrouble({ pending }: { pending: PendingMessage }) {
  const { isOpen } = useReplyWindow(pending.conversationId);
  // A template would take the place of the one that is half filled in.
  const hasTemplateDraft = useTemplateDrafts((state) =>
    Boolean(state.byConversation[pending.conversationId]),
  );
  const isWaiting = pending.state === 'waiting';
  return (
    <div
      className={classes.failure}
      data-tone={isWaiting ? 'warn' : 'bad'}
      data-testid={isWaiting ? 'message-waiting' : 'message-refused'}
    >
      {isWaiting ? (
        <>
          <p>
            <strong>Waits for the connection.</strong> It goes by itself as soon as the server answers.
          </p>
          {!isOpen && !pending.template && (
            <p>
              The 24 hours for free replies are over meanwhile, so it goes only if they have written again.
            </p>
          )}
        </>
      ) : (
        <p>Not sent. {pending.problem}</p>
      )}
      <div className={classes.buttons}>
        <Deed icon={<IconRefresh size={14} />} testId="message-retry" onClick={() => retryPending(pending)}>
          Retry
        </Deed>
        {(!pending.template || !hasTemplateDraft) && (
          <Deed icon={<IconPencil size={14} />} testId="message-take-back" onClick={() => takeBack(pending)}>
            Back to draft
          </Deed>
        )}
        <Deed icon={<IconTrash size={14} />} testId="message-discard" onClick={() => discardPending(pending)}>
          Discard
        </Deed>
      </div>
    </div>
  );
}

function Deed({
  icon,
  testId,
  onClick,
  children,
}: {
  icon: ReactNode;
  testId: string;
  onClick: () => void;
  children: string;
}) {
  return (
    <Button size="compact-sm" variant="default" leftSection={icon} onClick={onClick} data-testid={testId}>
      {children}
    </Button>
  );
}
