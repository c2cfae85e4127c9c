import { Button } from '@mantine/core';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useInbox } from '../inbox-context.ts';
import { useOutbox } from '../outbox/outbox.store.ts';
import classes from './list-states.module.css';

/** Links to rejected messages in conversations that are not in the list. */
export function HiddenRejections({ shown }: { shown: readonly { id: string }[] }) {
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
        {t('inbox:list.unsent.text', { count: hidden.length })}
        <Button variant="subtle" size="compact-sm" onClick={() => onOpen(first.conversationId)}>
          {t('inbox:list.unsent.show')}
        </Button>
      </Notice>
    </div>
  );
}
