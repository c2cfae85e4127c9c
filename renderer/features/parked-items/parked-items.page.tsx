import { Button, Skeleton, Stack } from '@mantine/core';
import { IconMoodCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/api.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ParkedItemRow } from './parked-item-row.tsx';

/** The platform's events that could not be processed, each with the reason. */
export function ParkedItemsPage() {
  const list = useQuery({ ...queries.parkedItems.list.queryOptions({ input: {} }), staleTime: 0 });
  const items = list.data?.data;
  return (
    <PageFrame
      title={t('parked-items:title')}
      lead={t('parked-items:lead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={list.isFetching && !list.isLoading}
          onClick={() => void list.refetch()}
        >
          {t('parked-items:refresh')}
        </Button>
      }
    >
      <Card>
        {list.error && !items ? (
          <ErrorState
            title={t('parked-items:loadFailed')}
            message={list.error.message}
            onRetry={() => void list.refetch()}
          />
        ) : !items ? (
          <Stack p="lg" aria-busy="true">
            <Skeleton height={16} width="40%" />
            <Skeleton height={16} width="70%" />
            <Skeleton height={16} width="55%" />
          </Stack>
        ) : items.length === 0 ? (
          <EmptyState icon={<IconMoodCheck size={26} stroke={1.6} />} title={t('parked-items:empty.title')}>
            {t('parked-items:empty.text')}
          </EmptyState>
        ) : (
          items.map((item) => <ParkedItemRow key={item.id} item={item} />)
        )}
      </Card>
    </PageFrame>
  );
}
