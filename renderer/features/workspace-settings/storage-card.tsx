import { Alert, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../../shared/domain/media-limits.ts';
import { queries } from '../../lib/api/api.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

/** Shows what the files of the workspace use, and whether new ones can be stored. */
export function StorageCard() {
  const storage = useQuery({ ...queries.media.storage.queryOptions({}), staleTime: 0 });
  if (storage.error && !storage.data) {
    const retry = () => void storage.refetch();
    return (
      <Card padded>
        <ErrorState
          title={t('workspace:settings.storage.failed')}
          message={storage.error.message}
          onRetry={retry}
        />
      </Card>
    );
  }
  if (!storage.data) return <Skeleton height={96} aria-busy="true" />;
  const { usedBytes, limitBytes, unsentBytes, unsentLimitBytes, isDiskFull } = storage.data;
  const used = formatBytes(usedBytes);
  const isFull = limitBytes !== null && usedBytes >= limitBytes;
  return (
    <Card padded>
      <Stack gap="xs" data-testid="workspace-storage">
        <Title order={2} size="h4">
          {t('workspace:settings.storage.title')}
        </Title>
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
    </Card>
  );
}
