import { Button, Loader } from '@mantine/core';
import { t } from '../../../../lib/i18n.ts';
import { loadOlder } from '../store/threads.actions.ts';
import { useThreads } from '../store/threads.store.ts';
import classes from './message-list-ends.module.css';

interface EndProps {
  context?: { conversationId: string };
}

/** Shown above the oldest loaded message: loading, a button for more, or the start of the conversation. */
export function ListStart({ context }: EndProps) {
  const id = context?.conversationId ?? '';
  const thread = useThreads((threads) => threads[id]);
  if (thread?.phase === 'failed') return <OlderOffline />;
  if (thread?.phase !== 'ready') return <div className={classes.start} />;
  if (thread.isLoadingOlder) {
    return (
      <div className={classes.start}>
        <Loader size="sm" role="status" aria-label={t('inbox:thread.older.loading')} />
      </div>
    );
  }
  if (thread.nextCursor === null) {
    return (
      <div className={classes.start}>
        {thread.messages.length === 0 ? t('inbox:thread.older.empty') : t('inbox:thread.older.beginning')}
      </div>
    );
  }
  return (
    <div className={classes.start}>
      <Button variant="subtle" size="compact-sm" onClick={() => void loadOlder(id)}>
        {thread.problem === null ? t('inbox:thread.older.load') : t('inbox:thread.older.failed')}
      </Button>
    </div>
  );
}

/** Shown when the thread was read from this computer, where the oldest messages may be missing. */
function OlderOffline() {
  return <div className={classes.start}>{t('inbox:thread.older.offline')}</div>;
}

/** The space between the last bubble and the composer. */
export function ListEnd() {
  return <div className={classes.end} />;
}
