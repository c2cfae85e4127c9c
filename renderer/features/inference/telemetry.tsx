import { Skeleton, Stack } from '@mantine/core';
import { IconServerOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Worker } from '../../../shared/contract/inference-workers.contract.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { workerHistoryOptions, workersOptions } from './inference.queries.ts';
import { WorkerCard } from './worker-card.tsx';

/** How the workers of the model are, as it happens. */
export function Telemetry() {
  const workers = useQuery(workersOptions());
  const history = useQuery(workerHistoryOptions());
  if (!workers.data) {
    return (
      <Card padded>
        {workers.error ? (
          <ErrorState
            title="The workers could not be asked for"
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
  // One that has been replaced, at its own address, says nothing that anybody needs; one that is gone does.
  const isReplaced = (address: string) => online.some((worker) => worker.address === address);
  const gone = data.filter((worker) => !worker.isOnline && !isReplaced(worker.address));
  const shown = [...online, ...lastOfEach(gone)];
  if (shown.length === 0) {
    return (
      <Card>
        <EmptyState icon={<IconServerOff size={26} stroke={1.6} />} title="Offline: no worker of the model">
          <code>npm start</code> runs one beside the server. Calls are refused until one is there.
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

/** The newest worker of each address. */
function lastOfEach(workers: readonly Worker[]): Worker[] {
  return [...new Map(workers.map((worker) => [worker.address, worker])).values()];
}
