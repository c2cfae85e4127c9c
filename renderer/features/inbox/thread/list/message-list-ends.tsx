import { Button, Loader } from '@mantine/core';
import { useRef } from 'react';
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
  const start = useRef<HTMLDivElement>(null);
  const load = async () => {
    const keep = keepPlace(start.current);
    await loadOlder(id);
    keep();
  };
  if (thread?.phase === 'failed')
    return <div className={classes.start}>{t('inbox:thread.older.offline')}</div>;
  return (
    <div ref={start} className={classes.start}>
      {thread?.phase === 'ready' && (
        <>
          <Start thread={thread} onLoad={load} />
          <WorkNotLoaded id={id} />
        </>
      )}
    </div>
  );
}

function Start({ thread, onLoad }: { thread: Thread; onLoad: () => Promise<void> }) {
  if (thread.loadingPage === 'older')
    return <Loader size="sm" role="status" aria-label={t('inbox:thread.older.loading')} />;
  if (thread.nextCursor === null)
    return thread.messages.length === 0 ? t('inbox:thread.older.empty') : t('inbox:thread.older.beginning');
  if (thread.failedPage?.end === 'older')
    return (
      <NotLoadedLine
        text={t('inbox:thread.older.failed')}
        query={{ error: thread.failedPage.error, isLoaded: false, refetch: onLoad }}
        size="xs"
      />
    );
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => void onLoad()}>
      {t('inbox:thread.older.load')}
    </Button>
  );
}

/** The list corrects its guesses in the moments after they are drawn. */
const KEPT_MS = 1_500;

/**
 * Notes where the first bubble is. The function that it returns keeps it there until the list has measured the rows above
 * it, or the reader scrolls: a list that does not move only guesses their heights.
 */
function keepPlace(start: HTMLElement | null): () => void {
  const list = start?.closest<HTMLElement>('[role="log"]');
  const bubble = list?.querySelector<HTMLElement>('[data-id]');
  if (!list || !bubble) return () => undefined;
  const { top } = bubble.getBoundingClientRect();
  const selector = `[data-id="${bubble.dataset.id}"]`;
  let until: number | null = null;
  const stop = () => {
    until = 0;
  };
  return function keep() {
    if (until === null) {
      until = performance.now() + KEPT_MS;
      for (const name of ['wheel', 'touchmove', 'keydown'])
        list.addEventListener(name, stop, { once: true, passive: true });
    }
    if (performance.now() > until) return;
    const moved = (list.querySelector(selector)?.getBoundingClientRect().top ?? top) - top;
    if (Math.abs(moved) >= 1) list.scrollTop += moved;
    requestAnimationFrame(keep);
  };
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
