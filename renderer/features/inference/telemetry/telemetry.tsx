import { Skeleton, Stack } from '@mantine/core';
import { IconServerOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trans } from 'react-i18next';
import type { Worker } from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { workerHistoryOptions, workersOptions } from '../inference.queries.ts';
import { WorkerCard } from './worker-card.tsx';

/** The inference workers, live. */
export function Telemetry() {
  const workers = useQuery(workersOptions());
  const history = useQuery(workerHistoryOptions());
  if (!workers.data) {
    return (
      <Card padded>
        {workers.error ? (
          <ErrorState
            title={t('inference:telemetry.loadFailed')}
            message={workers.error.message}
            onRetry={() => void workers.refetch()}
          />
        ) : (
          <Skeleton height={128} />
        )}
      </Card>
    );
  }
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
      {shown.map((worker) => (
        <WorkerCard
          key={worker.id}
          worker={worker}
          samples={(history.data?.data ?? []).filter((sample) => sample.workerId === worker.id)}
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
