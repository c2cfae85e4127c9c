import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { askAgain } from '../lib/api/query-client.ts';
import { t } from '../lib/i18n.ts';
import { EmptyState } from './empty-state.tsx';

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
