import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { IconMoodCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PARKED_ITEMS_SHOWN, type RetryResult } from '../../../shared/contract/parked-items.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ParkedItemRow } from './parked-item-row.tsx';

/** How long the server usually takes for what was put back. Then the list is read again. */
const SETTLE_MS = 1_500;

/** The platform's events that could not be processed, each with the reason. */
export function ParkedItemsPage() {
  const list = useQuery({ ...queries.parkedItems.list.queryOptions({ input: {} }), staleTime: 0 });
  const [kind, setKind] = useState('');
  const [result, setResult] = useState<RetryResult | null>(null);
  const onRetried = (retried: RetryResult) => {
    setResult(retried);
    void list.refetch();
    setTimeout(() => void list.refetch(), SETTLE_MS);
  };
  const retrying = useMutation(() => api.parkedItems.retryAll({ body: kind === '' ? {} : { kind } }), {
    onSuccess: onRetried,
  });
  const items = list.data?.data;
  const kinds = [...new Set(items?.map((item) => item.kind))].toSorted();
  const shown = items?.filter((item) => kind === '' || item.kind === kind);
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
      <Stack>
        {items && items.length > 0 && (
          <Group align="end">
            <NativeSelect
              label={t('parked-items:filter.label')}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value)}
              data={[
                { value: '', label: t('parked-items:filter.all') },
                ...[...new Set([...kinds, ...(kind === '' ? [] : [kind])])],
              ]}
              data-testid="parked-kind"
            />
            <MutationButton mutation={retrying} variant="default" data-testid="parked-retry-all">
              {t('parked-items:retry.all')}
            </MutationButton>
          </Group>
        )}
        <MutationError mutation={retrying} />
        {result !== null && (
          <div role="status" data-testid="parked-result">
            <Notice tone="quiet">{textOf(result)}</Notice>
          </div>
        )}
        <ListCard
          query={list}
          errorTitle={t('parked-items:loadFailed')}
          empty={
            items?.length === 0 && (
              <EmptyState
                icon={<IconMoodCheck size={26} stroke={1.6} />}
                title={t('parked-items:empty.title')}
              >
                {t('parked-items:empty.text')}
              </EmptyState>
            )
          }
        >
          {!shown ? (
            <Stack p="lg" aria-busy="true">
              <Skeleton height={16} width="40%" />
              <Skeleton height={16} width="70%" />
              <Skeleton height={16} width="55%" />
            </Stack>
          ) : shown.length === 0 ? (
            <Text p="lg" c="dimmed">
              {t('parked-items:filter.none')}
            </Text>
          ) : (
            shown.map((item) => <ParkedItemRow key={item.id} item={item} onRetried={onRetried} />)
          )}
        </ListCard>
        {/* Also below a kind without any: there may be older ones of it. */}
        {items && items.length >= PARKED_ITEMS_SHOWN && (
          <Text size="sm" c="dimmed" data-testid="parked-newest">
            {t('parked-items:newest', { number: formatCount(PARKED_ITEMS_SHOWN) })}
          </Text>
        )}
      </Stack>
    </PageFrame>
  );
}

function textOf({ retried, skipped, hasMore }: RetryResult): string {
  const parts = [
    ...(retried > 0 || skipped === 0 ? [t('parked-items:retry.done', { count: retried })] : []),
    ...(skipped > 0 ? [t('parked-items:retry.skipped', { count: skipped })] : []),
    ...(hasMore ? [t('parked-items:retry.more')] : []),
  ];
  return parts.join(' ');
}
