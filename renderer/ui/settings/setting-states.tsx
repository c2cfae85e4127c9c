import { Button, Skeleton, Stack } from '@mantine/core';
import { t } from '../../lib/i18n.ts';
import { SettingRow } from './setting-row.tsx';

/** Shows in a section of settings that something could not be loaded, with a button to retry. */
export function SettingFailure({
  title,
  message,
  onRetry,
}: {
  title: string;
  message: string;
  onRetry: () => void;
}) {
  return (
    <div role="alert">
      <SettingRow label={title} description={message}>
        <Button variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </SettingRow>
    </div>
  );
}

/** Takes the place of settings that load. */
export function SettingSkeletons({ rows = 1 }: { rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
    <Stack key={row} gap={8} aria-busy="true">
      <Skeleton h={14} w={160} maw="60%" />
      <Skeleton h={12} w={320} maw="100%" />
    </Stack>
  ));
}
