import { Button } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useInbox } from './inbox-context.ts';
import { discardPending } from './outbox.actions.ts';
import { useOutbox } from './outbox.store.ts';
import classes from './thread-missing.module.css';

/** The address names a conversation that is not there, or no longer. What was written to it is not lost. */
export function ThreadMissing({ conversationId }: { conversationId: string }) {
  const { onClose } = useInbox();
  const pending = useOutbox((state) => state.pending);
  const unsent = pending.filter((item) => item.conversationId === conversationId);
  return (
    <EmptyState
      icon={<IconMessageOff size={26} stroke={1.6} />}
      title="This conversation is not here"
      actions={
        <Button variant="default" onClick={onClose}>
          Back to the inbox
        </Button>
      }
    >
      <p>It was deleted together with its contact, or the address is wrong.</p>
      {unsent.map((item) => (
        <div key={item.clientId} className={classes.unsent} data-testid="unsent-text">
          <p>Not sent:</p>
          <p className={classes.text} dir="auto">
            {item.content}
          </p>
          <div className={classes.buttons}>
            <CopyButton value={item.content} label="Copy text" size="xs" />
            <Button size="xs" variant="default" onClick={() => discardPending(item)}>
              Discard
            </Button>
          </div>
        </div>
      ))}
    </EmptyState>
  );
}
