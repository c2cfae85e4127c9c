import { Button } from '@mantine/core';
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import classes from '../bubble.module.css';
import { useTemplateDrafts } from '../composer/drafts.store.ts';
import { useReplyWindow } from '../composer/use-reply-window.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { retryPending, returnToComposer } from './outbox.actions.ts';
import type { PendingMessage } from './outbox.store.ts';

/** Explains why a message was not sent, and offers what can be done with its text. */
export function PendingProblem({ pending }: { pending: PendingMessage }) {
  const { isOpen } = useReplyWindow(pending.conversationId);
  // Moving a template back to the draft would replace the draft that is partly filled in.
  const hasTemplateDraft = useTemplateDrafts((state) =>
    Boolean(state.byConversation[pending.conversationId]),
  );
  const [isAsking, setAsking] = useState(false);
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
            <strong>{t('inbox:outbox.waitingTitle')}</strong> {t('inbox:outbox.waiting')}
          </p>
          {!isOpen && !pending.template && <p>{t('inbox:outbox.windowClosed')}</p>}
        </>
      ) : (
        <p>{t('inbox:outbox.notSent', { problem: pending.problem ?? '' })}</p>
      )}
      <div className={classes.buttons}>
        <Action icon={<IconRefresh size={14} />} testId="message-retry" onClick={() => retryPending(pending)}>
          {t('actions.retry')}
        </Action>
        {(!pending.template || !hasTemplateDraft) && (
          <Action
            icon={<IconPencil size={14} />}
            testId="message-take-back"
            onClick={() => returnToComposer(pending)}
          >
            {t('inbox:outbox.takeBack')}
          </Action>
        )}
        <Action icon={<IconTrash size={14} />} testId="message-discard" onClick={() => setAsking(true)}>
          {t('inbox:outbox.discard')}
        </Action>
      </div>
      <DiscardQuestion pending={pending} opened={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

function Action({
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
