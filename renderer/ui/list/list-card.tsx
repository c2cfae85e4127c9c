import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Card } from '../card.tsx';
import { NextPageFailed, NotLoadedState } from '../error-state.tsx';

interface Loaded {
  data: unknown;
  error: Error | null;
  failureReason: Error | null;
  refetch: () => unknown;
}

/** A list that is loaded page by page. */
interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface ListCardProps {
  /** Says that the list could not be loaded. */
  errorTitle: string;
  /** Shown in place of the rows; anything falsy while there are some, or while they load. */
  empty?: ReactNode;
  /** The rows, or their placeholders while they load. */
  children: ReactNode;
}

/**
 * A list that is loaded from the server: its rows, why there are none, or why it could not be loaded. With `more`, the
 * label of a button that loads the next page.
 */
export function ListCard({
  query,
  more,
  errorTitle,
  empty,
  children,
  moreTestId,
}: ListCardProps &
  (
    | { query: Loaded; more?: undefined; moreTestId?: undefined }
    | { query: Loaded & Paged; more: string; moreTestId?: string }
  )) {
  // Known before the last attempt: further ones go on in the background, and bring the list when they succeed.
  const error = query.error ?? query.failureReason;
  const card = (
    <Card>
      {error && !query.data ? (
        <NotLoadedState title={errorTitle} query={{ data: query.data, error, refetch: query.refetch }} />
      ) : (
        empty || children
      )}
    </Card>
  );
  if (more === undefined || !query.data || !query.hasNextPage) return card;
  const { isFetchNextPageError, isFetchingNextPage, fetchNextPage } = query;
  return (
    <div>
      {card}
      <NextPageFailed query={query} />
      <Group justify="center" mt="md">
        <Button
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          data-testid={moreTestId}
        >
          {isFetchNextPageError ? t('actions.retry') : more}
        </Button>
      </Group>
    </div>
  );
}
