import { Box, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InferenceKey } from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { modelUsageOptions, USAGE_DAYS } from '../inference.queries.ts';
import { DayBars } from './day-bars.tsx';
import { callsByDay, usageByKey } from './usage-sums.ts';

const columns = () =>
  [
    { key: 'key', title: t('inference:usage.columns.key') },
    { key: 'calls', title: t('inference:usage.columns.calls'), width: 110 },
    { key: 'in', title: t('inference:usage.columns.in'), width: 160, room: 'small' },
    { key: 'out', title: t('inference:usage.columns.out'), width: 150 },
  ] as const;

/** The usage of each key, most calls first; `keys` is null until they are loaded. Renders nothing without usage. */
export function ModelUsage({ keys }: { keys: readonly InferenceKey[] | null }) {
  const usage = useQuery(modelUsageOptions());
  if (!usage.data)
    return (
      <Box mt="xl">
        <NotLoadedState title={t('inference:usage.loadFailed')} query={usage} isFramed />
      </Box>
    );
  const rows = usage.data.data;
  if (rows.length === 0) return null;
  const points = callsByDay(rows, USAGE_DAYS, Date.now());
  const calls = points.reduce((sum, { value }) => sum + value, 0);
  return (
    <section aria-label={t('inference:usage.title')} data-testid="model-usage">
      <Group justify="space-between" align="end" mt="xl" mb="sm">
        <div>
          <Title order={2} size="h3">
            {t('inference:usage.daysTitle', { days: USAGE_DAYS })}
          </Title>
          <Text size="sm" c="dimmed">
            {t('inference:usage.lead')}
          </Text>
        </div>
        <DayBars
          days={points}
          label={t('inference:usage.calls', { formatted: formatCount(calls), days: USAGE_DAYS })}
        />
      </Group>
      <Card>
        <DataTable label={t('inference:usage.label', { days: USAGE_DAYS })} columns={columns()}>
          {usageByKey(rows).map((one) => (
            <tr key={one.keyId} data-testid="model-usage-row">
              <td dir="auto">
                {keys === null
                  ? '…'
                  : (keys.find(({ id }) => id === one.keyId)?.name ?? t('inference:usage.deletedKey'))}
              </td>
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
