import { Button } from '@mantine/core';
import { Notice } from '../../ui/notice.tsx';
import { useInbox } from './inbox-context.ts';
import classes from './list-states.module.css';
import { useOutbox } from './outbox.store.ts';

/** Leads to messages that were refused in conversations that no row of the list shows. */
export function RefusedElsewhere({ shown }: { shown: readonly { id: string }[] }) {
  const { onOpen } = useInbox();
  const pending = useOutbox((state) => state.pending);
  const hidden = pending.filter(
    (item) => item.state === 'refused' && !shown.some(({ id }) => id === item.conversationId),
  );
  const [first] = hidden;
  if (!first) return null;
  return (
    <div className={classes.problem} data-testid="refused-elsewhere">
      <Notice tone="warn">
        {hidden.length === 1 ? 'A message was not sent.' : `${hidden.length} messages were not sent.`}
        <Button variant="subtle" size="compact-sm" onClick={() => onOpen(first.conversationId)}>
          Show
        </Button>
      </Notice>
    </div>
  );
}
