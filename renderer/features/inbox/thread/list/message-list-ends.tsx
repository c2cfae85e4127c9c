import { Button, Loader } from '@mantine/core';
import { t } from '../../../../lib/i18n.ts';
import { NotLoadedLine } from '../../../../ui/error-state.tsx';
import { useWorkQuery } from '../history/use-thread-work.ts';
import { loadNewer, loadOlder } from '../store/threads.actions.ts';
import { type Thread, useThreads } from '../store/threads.store.ts';
import classes from './message-list-ends.module.css';

interface EndProps {
  context?: { conversationId: string };
}

/** Shown above the oldest loaded message: loading, a button for more, or the start of the conversation. */
export function ListStart({ context }: EndProps) {
  const id = context?.conversationId ?? '';
  const thread = useThreads((threads) => threads[id]);
  if (thread?.phase === 'failed')
    return <div className={classes.start}>{t('inbox:thread.older.offline')}</div>;
  return (
    <div className={classes.start}>
      {thread?.phase === 'ready' && (
        <>
          <Start id={id} thread={thread} />
          <WorkNotLoaded id={id} />
        </>
      )}
    </div>
  );
}

function Start({ id, thread }: { id: string; thread: Thread }) {
  if (thread.loadingPage === 'older')
    return <Loader size="sm" role="status" aria-label={t('inbox:thread.older.loading')} />;
  if (thread.nextCursor === null)
    return thread.messages.length === 0 ? t('inbox:thread.older.empty') : t('inbox:thread.older.beginning');
  if (thread.failedPage?.end === 'older')
    return (
      <NotLoadedLine
        text={t('inbox:thread.older.failed')}
        query={{ error: thread.failedPage.error, isLoaded: false, refetch: () => loadOlder(id) }}
        size="xs"
      />
    );
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => void loadOlder(id)}>
      {t('inbox:thread.older.load')}
    </Button>
  );
}

/** Says that the lines of who closed or assigned the conversation are missing. */
function WorkNotLoaded({ id }: { id: string }) {
  const { data, error, isFetching, isFetchNextPageError, fetchNextPage, refetch } = useWorkQuery(id);
  return (
    <NotLoadedLine
      text={t('inbox:thread.workFailed')}
      query={{
        error,
        isLoaded: data !== undefined && !isFetchNextPageError,
        isFetching,
        refetch: () => (data ? fetchNextPage() : refetch()),
      }}
      size="xs"
    />
  );
}

/** The space between the last bubble and the composer. After a jump to an old message, more may be to come. */
export function ListEnd({ context }: EndProps) {
  const id = context?.conversationId ?? '';
  const failed = useThreads((threads) => threads[id]?.failedPage ?? null);
  return (
    <div className={classes.end}>
      {failed?.end === 'newer' && (
        <NotLoadedLine
          text={t('inbox:thread.newerFailed')}
          query={{ error: failed.error, isLoaded: false, refetch: () => loadNewer(id) }}
          size="xs"
        />
      )}
    </div>
  );
}
