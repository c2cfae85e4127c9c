import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api/api-error.ts';
import { askAgain } from '../lib/api/query-client.ts';
import { t } from '../lib/i18n.ts';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import classes from './notice.module.css';
import { Notice } from './notice.tsx';

/** Shows that something could not be loaded, with a button to retry. */
export function ErrorState({
  title,
  level,
  message,
  onRetry,
}: {
  title: string;
  /** The heading level: 1 if this is the whole page. */
  level?: 1 | 2;
  message: string;
  onRetry: () => void;
}) {
  return (
    <EmptyState
      icon={<IconCloudOff size={26} stroke={1.6} />}
      title={title}
      {...(level && { level })}
      actions={
        <Button variant="default" onClick={() => void askAgain().then(onRetry)}>
          {t('actions.retry')}
        </Button>
      }
    >
      {message}
    </EmptyState>
  );
}

/** What a query says of itself, or of what was made of its data. */
type Loading = { error: Error | null; refetch: () => unknown; isFetching?: boolean } & (
  | { data: unknown }
  | { isLoaded: boolean }
);

/**
 * Takes the place of what a query has not loaded: a page, a card, a list or the content of a dialog. Shows `waiting` while
 * it loads, then that it could not be loaded, and why.
 */
export function NotLoadedState({
  title,
  level,
  query,
  isFramed = false,
  waiting = null,
}: {
  title: string;
  level?: 1;
  query: Loading;
  /** Whether the message stands on the page, and needs a frame of its own. */
  isFramed?: boolean;
  waiting?: ReactNode;
}) {
  if (isLoaded(query)) return null;
  if (!query.error) return waiting;
  const state = (
    <ErrorState
      title={title}
      {...(level && { level })}
      message={sentenceOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
  return isFramed ? <Card>{state}</Card> : state;
}

/** The same for a card: a placeholder as high as the card will be, about. */
export function NotLoadedCard({ title, query, height }: { title: string; query: Loading; height: number }) {
  return (
    <NotLoadedState
      title={title}
      query={query}
      isFramed
      waiting={
        <Card padded>
          <Skeleton height={height} aria-busy="true" />
        </Card>
      }
    />
  );
}

/** Says in a line that a part of a page could not be loaded, and why. Renders nothing unless it has failed. */
export function NotLoaded({
  title,
  query,
  className,
}: {
  title: string;
  query: Loading;
  /** The class of an element around it, which places it on the page. */
  className?: string | undefined;
}) {
  if (!query.error || isLoaded(query)) return null;
  const notice = (
    <Notice tone="bad" onRetry={() => askAgain().then(query.refetch)}>
      {title}. {sentenceOf(query.error)}
    </Notice>
  );
  return className === undefined ? notice : <div className={className}>{notice}</div>;
}

/** Says the same without the reason, as quiet text, where the part itself is no more than a line. */
export function NotLoadedLine({
  text,
  query,
  size = 'sm',
  className,
  testId,
}: {
  text: string;
  query: Loading;
  size?: 'xs' | 'sm';
  /** The class of an element around it, which places it on the page. */
  className?: string | undefined;
  testId?: string;
}) {
  if (!query.error || isLoaded(query)) return null;
  const line = (
    <Text size={size} component="span" className={classes.line} role="status" title={sentenceOf(query.error)}>
      {text}{' '}
      {query.isFetching ? (
        t('tryingAgain')
      ) : (
        <Anchor
          component="button"
          type="button"
          c="inherit"
          inherit
          underline="always"
          onClick={() => void askAgain().then(query.refetch)}
        >
          {t('actions.retry')}
        </Anchor>
      )}
    </Text>
  );
  if (className === undefined) return line;
  return (
    <div className={className} data-testid={testId}>
      {line}
    </div>
  );
}

function isLoaded(query: Loading): boolean {
  return 'isLoaded' in query ? query.isLoaded : query.data !== undefined;
}

/** Says that the next page of a list could not be loaded, and why. Renders nothing unless it has failed. */
export function NextPageFailed({
  query: { error, isFetchNextPageError },
}: {
  query: { error: Error | null; isFetchNextPageError: boolean };
}) {
  if (!isFetchNextPageError || !error) return null;
  return (
    <div className={classes.nextPage}>
      <Notice tone="bad">
        {t('moreFailed')}. {sentenceOf(error)}
      </Notice>
    </div>
  );
}
