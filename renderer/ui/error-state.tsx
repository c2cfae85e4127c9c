import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { sentenceOf } from '../lib/api/api-error.ts';
import { askAgain } from '../lib/api/query-client.ts';
import { t } from '../lib/i18n.ts';
import { EmptyState } from './empty-state.tsx';
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
type Loading = { error: Error | null; refetch: () => unknown } & ({ data: unknown } | { isLoaded: boolean });

/** Says in a line that a part of a page could not be loaded, and why. Renders nothing unless it has failed. */
export function NotLoaded({ title, query }: { title: string; query: Loading }) {
  const isLoaded = 'isLoaded' in query ? query.isLoaded : query.data !== undefined;
  if (!query.error || isLoaded) return null;
  return (
    <Notice tone="bad" onRetry={query.refetch}>
      {title}. {sentenceOf(query.error)}
    </Notice>
  );
}

/** Says that the next page of a list could not be loaded, and why. Renders nothing unless it has failed. */
export function NextPageFailed({
  query: { error, isFetchNextPageError },
}: {
  query: { error: Error | null; isFetchNextPageError: boolean };
}) {
  if (!isFetchNextPageError || !error) return null;
  return (
    <Notice tone="bad">
      {t('moreFailed')}. {sentenceOf(error)}
    </Notice>
  );
}
