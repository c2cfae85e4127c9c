import { Alert, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../../shared/domain/media-limits.ts';
import { queries } from '../../lib/api/api.ts';
import { t } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';

/** Shows what the files of the workspace use, and whether new ones can be stored. */
export function StorageUse() {
  const storage = useQuery({ ...queries.media.storage.queryOptions({}), staleTime: 0 });
  if (storage.error && !storage.data) {
    const retry = () => void storage.refetch();
    return (
      <ErrorState
        title={t('workspace:settings.storage.failed')}
        message={storage.error.message}
        onRetry={retry}
      />
    );
  }
  if (!storage.data) return <Skeleton height={96} aria-busy="true" />;
  const { usedBytes, limitBytes, unsentBytes, unsentLimitBytes, isDiskFull } = storage.data;
  const used = formatBytes(usedBytes);
  const isFull = limitBytes !== null && usedBytes >= limitBytes;
  return (
    <Stack gap="xs" data-testid="workspace-storage">
      {isDiskFull && <Alert color="red">{t('workspace:settings.storage.diskFull')}</Alert>}
      {isFull && <Alert color="red">{t('workspace:settings.storage.full')}</Alert>}
      <Text>
        {limitBytes === null
          ? t('workspace:settings.storage.used', { used })
          : t('workspace:settings.storage.ofLimit', { used, limit: formatBytes(limitBytes) })}
      </Text>
      {limitBytes !== null && (
        <Progress
          value={Math.min(100, (usedBytes / limitBytes) * 100)}
          color={isFull ? 'red' : undefined}
          maw={460}
          aria-label={t('workspace:settings.storage.title')}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('workspace:settings.storage.unsent', {
          used: formatBytes(unsentBytes),
          limit: formatBytes(unsentLimitBytes),
        })}
      </Text>
    </Stack>
  );
}
