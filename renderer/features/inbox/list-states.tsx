import { Button, Skeleton } from '@mantine/core';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import classes from './list-states.module.css';

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Rows that stand in while the first page is on its way. */
export function ListSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading conversations">
      {PLACES.map((place) => (
        <div key={place} className={classes.row}>
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

/** The list could not be had, or not anew: what is shown already stays. */
export function ListProblem({
  message,
  onRetry,
  isWhole = false,
}: {
  message: string;
  onRetry: () => void;
  isWhole?: boolean;
}) {
  if (isWhole)
    return <ErrorState title="The inbox could not be loaded" message={message} onRetry={onRetry} />;
  return (
    <div className={classes.problem}>
      <Notice tone="quiet">
        {message} Showing what was loaded.
        <Button variant="subtle" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}
