import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { DayBars } from './day-bars.tsx';
import { modelUsageOptions, USAGE_DAYS } from './inference.queries.ts';
import { callsByDay, usageByKey } from './usage-sums.ts';

const COLUMNS = [
  { key: 'key', title: 'Key' },
  { key: 'calls', title: 'Calls', width: 110 },
  { key: 'in', title: 'Tokens in', width: 130, room: 'small' },
  { key: 'out', title: 'Tokens out', width: 130 },
] as const;

/** What each key has used lately, the one with the most calls first. Nothing where nothing was used. */
export function ModelUsage({ keys }: { keys: readonly InferenceKey[] }) {
  const usage = useQuery(modelUsageOptions());
  if (usage.error && !usage.data) {
    return (
      <Card padded>
        <ErrorState
          title="What keys have used could not be loaded"
          message={usage.error.message}
          onRetry={() => void usage.refetch()}
        />
      </Card>
    );
  }
  const rows = usage.data?.data ?? [];
  if (rows.length === 0) return null;
  const points = callsByDay(rows, USAGE_DAYS, Date.now());
  const calls = points.reduce((sum, { value }) => sum + value, 0);
  return (
    <section aria-label="What keys have used" data-testid="model-usage">
      <Group justify="space-between" align="end" mt="xl" mb="sm">
        <div>
          <Title order={2} size="h3">
            The last {USAGE_DAYS} days
          </Title>
          <Text size="sm" c="dimmed">
            Calls of all keys, day by day; days end at midnight UTC
          </Text>
        </div>
        <DayBars days={points} label={`${formatCount(calls)} calls in ${USAGE_DAYS} days`} />
      </Group>
      <Card>
        <DataTable label={`Use in ${USAGE_DAYS} days`} columns={COLUMNS}>
          {usageByKey(rows).map((one) => (
            <tr key={one.keyId} data-testid="model-usage-row">
              <td dir="auto">{keys.find(({ id }) => id === one.keyId)?.name ?? 'A key of long ago'}</td>
              <td>{formatCount(one.calls)}</td>
              <td data-room="small">{formatCount(one.promptTokens)}</td>
              <td>{formatCount(one.completionTokens)}</td>
            </tr>
          ))}
        </DataTable>
      </Card>
    </section>
  );
}
