import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';

/** What a place says when it could not be loaded, with a way to try again. */
export function ErrorState({
  title,
  message,
  onRetry,
}: {
  title: string;
  message: string;
  onRetry: () => void;
}) {
  return (
    <EmptyState
      icon={<IconCloudOff size={26} stroke={1.6} />}
      title={title}
      actions={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </EmptyState>
  );
}
