import { Button } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { CopyButton } from '../../../ui/code/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useInbox } from '../inbox-context.ts';
import { DiscardQuestion } from '../outbox/discard-question.tsx';
import { type PendingMessage, useOutbox } from '../outbox/outbox.store.ts';
import classes from './thread-missing.module.css';

/** Shown for a conversation that does not exist or was deleted, with its unsent messages. */
export function ThreadMissing({ conversationId }: { conversationId: string }) {
  const { onClose } = useInbox();
  const pending = useOutbox((state) => state.pending);
  const unsent = pending.filter((item) => item.conversationId === conversationId);
  return (
    <EmptyState
      icon={<IconMessageOff size={26} stroke={1.6} />}
      title={t('inbox:thread.missing.title')}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('inbox:thread.missing.back')}
        </Button>
      }
    >
      <p>{t('inbox:thread.missing.body')}</p>
      {unsent.map((item) => (
        <Unsent key={item.clientId} item={item} />
      ))}
    </EmptyState>
  );
}

function Unsent({ item }: { item: PendingMessage }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={classes.unsent} data-testid="unsent-text">
      <p>{t('inbox:thread.missing.unsent')}</p>
      <p className={classes.text} dir="auto">
        {item.content}
      </p>
      <div className={classes.buttons}>
        <CopyButton value={item.content} label={t('inbox:thread.missing.copy')} size="xs" />
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t('inbox:outbox.discard')}
        </Button>
      </div>
      <DiscardQuestion pending={item} opened={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}
