import type { ReactNode } from 'react';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { Card } from '../card.tsx';
import { ErrorState } from '../error-state.tsx';

/** A list that is loaded from the server: its rows, why there are none, or why it could not be loaded. */
export function ListCard({
  query,
  errorTitle,
  empty,
  children,
}: {
  query: { data: unknown; error: Error | null; failureReason: Error | null; refetch: () => unknown };
  /** Says that the list could not be loaded. */
  errorTitle: string;
  /** Shown in place of the rows; anything falsy while there are some, or while they load. */
  empty?: ReactNode;
  /** The rows, or their placeholders while they load. */
  children: ReactNode;
}) {
  // Known before the last attempt: further ones go on in the background, and bring the list when they succeed.
  const error = query.error ?? query.failureReason;
  return (
    <Card>
      {error && !query.data ? (
        <ErrorState title={errorTitle} message={sentenceOf(error)} onRetry={() => void query.refetch()} />
      ) : (
        empty || children
      )}
    </Card>
  );
}
