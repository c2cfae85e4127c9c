import { Button, Skeleton } from '@mantine/core';
import { t } from '../../../lib/i18n.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import classes from './list-states.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder rows while the first page loads. */
export function ListSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label={t('inbox:list.loading')}>
      {ROWS.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton circle height={40} />
          <div className={classes.lines}>
            <Skeleton height={12} width="52%" />
            <Skeleton height={10} width="84%" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Shown when the list, or its next page, could not be loaded or refreshed. Rows on screen stay. */
export function ListProblem({
  message,
  onRetry,
  isLoading = false,
  isWhole = false,
  isRest = false,
}: {
  message: string;
  onRetry: () => void;
  isLoading?: boolean;
  isWhole?: boolean;
  /** Whether only what follows the rows on screen is missing. */
  isRest?: boolean;
}) {
  if (isWhole) return <ErrorState title={t('inbox:list.loadFailed')} message={message} onRetry={onRetry} />;
  return (
    <div className={classes.problem} data-testid={isRest ? 'list-rest-missing' : undefined}>
      <Notice tone="quiet">
        {t(isRest ? 'inbox:list.restMissing' : 'inbox:list.stale', { problem: message })}
        <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </Notice>
    </div>
  );
}

/** Shown when a search stopped after some requests without a result. */
export function ListPartial({ isLoading, onContinue }: { isLoading: boolean; onContinue: () => void }) {
  return (
    <div className={classes.problem}>
      <Notice tone="quiet">
        {t('inbox:list.partial')}
        <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onContinue}>
          {t('inbox:list.searchFurther')}
        </Button>
      </Notice>
    </div>
  );
}
