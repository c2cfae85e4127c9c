import { SegmentedControl, Stack } from '@mantine/core';
import { IconServerOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import {
  WORKER_SPANS,
  type Worker,
  type WorkerSpan,
} from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoaded, NotLoadedCard } from '../../../ui/error-state.tsx';
import { workerHistoryOptions, workersOptions } from '../inference.queries.ts';
import { WorkerCard } from './worker-card.tsx';

/** The inference workers, live. */
export function Telemetry() {
  const workers = useQuery(workersOptions());
  const [span, setSpan] = useState<WorkerSpan>('quarter');
  const history = useQuery(workerHistoryOptions(span));
  if (!workers.data)
    return <NotLoadedCard title={t('inference:telemetry.loadFailed')} query={workers} height={128} />;
  const { data } = workers.data;
  const online = data.filter((worker) => worker.isOnline);
  // A restarted worker has a new row with the same address. Its old row is not shown as offline.
  const isReplaced = (worker: Worker) => online.some((other) => addressOf(other) === addressOf(worker));
  const offline = data.filter((worker) => !worker.isOnline && !isReplaced(worker));
  const shown = [...online, ...lastOfEach(offline)];
  if (shown.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconServerOff size={26} stroke={1.6} />}
          title={t('inference:telemetry.none.title')}
        >
          <Trans t={t} i18nKey="inference:telemetry.none.text" components={{ code: <code /> }} />
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack gap="md">
      {online.some(({ details }) => details !== null) && (
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label={t('inference:telemetry.span')}
          data={WORKER_SPANS.map((value) => ({ value, label: t(`inference:telemetry.spans.${value}`) }))}
          value={span}
          onChange={setSpan}
          data-testid="telemetry-span"
        />
      )}
      <NotLoaded title={t('inference:telemetry.chartsFailed')} query={history} />
      {shown.map((worker) => (
        <WorkerCard
          key={worker.id}
          worker={worker}
          span={span}
          // Of a long time, also what a worker recorded before it was started again as this one.
          samples={
            history.data?.data.filter(
              (sample) => sample.workerId === worker.id || (span !== 'quarter' && shown.length === 1),
            ) ?? null
          }
        />
      ))}
    </Stack>
  );
}

/** Returns the newest worker of each address. */
function lastOfEach(workers: readonly Worker[]): Worker[] {
  return [...new Map(workers.map((worker) => [addressOf(worker), worker])).values()];
}

/** Returns the address of a worker; undefined where only its state is shown. */
function addressOf({ details }: Worker): string | undefined {
  return details?.address;
}
