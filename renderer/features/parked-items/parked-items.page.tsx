import { Button, Skeleton, Stack } from '@mantine/core';
import { IconMoodCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ParkedItemRow } from './parked-item-row.tsx';

/** What the platform sent and nobody could read: kept whole, with the reason. */
export function ParkedItemsPage() {
  const list = useQuery({ ...queries.parkedItems.list.queryOptions({ input: {} }), staleTime: 0 });
  const items = list.data?.data;
  return (
    <PageFrame
      title="Platform log"
      lead="What the messaging platform sent and we could not read. It is kept as it came, so that nothing gets lost."
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={list.isFetching && !list.isLoading}
          onClick={() => void list.refetch()}
        >
          Refresh
        </Button>
      }
    >
      <Card>
        {list.error && !items ? (
          <ErrorState
            title="The log could not be loaded"
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
          <EmptyState
            icon={<IconMoodCheck size={26} stroke={1.6} />}
            title="Nothing to see here, and that is good"
          >
            Everything the platform has sent was understood. If that ever changes, you find it here with the
            reason.
          </EmptyState>
        ) : (
          items.map((item) => <ParkedItemRow key={item.id} item={item} />)
        )}
      </Card>
    </PageFrame>
  );
}
