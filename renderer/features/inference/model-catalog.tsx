import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Model } from '../../../shared/contract/models.contract.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { modelsOptions } from './inference.queries.ts';
import classes from './model-catalog.module.css';
import { formatBytes } from './model-format.ts';
import { ModelRow } from './model-row.tsx';
import { RemoveModel } from './remove-model.tsx';
import { UseModel } from './use-model.tsx';

/** The models that can be served: fetch one, choose it, remove it. */
export function ModelCatalog({ isShown }: { isShown: boolean }) {
  const models = useQuery({ ...modelsOptions(), enabled: isShown });
  const [chosen, setChosen] = useState<Model | null>(null);
  const [removed, setRemoved] = useState<Model | null>(null);
  if (!models.data) {
    return (
      <Card padded>
        {models.error ? (
          <ErrorState
            title="The models could not be loaded"
            message={models.error.message}
            onRetry={() => void models.refetch()}
          />
        ) : (
          <Skeleton height={220} />
        )}
      </Card>
    );
  }
  const { data, mayManage, reason, memoryBytes, freeDiskBytes, choiceFault } = models.data;
  const served = data.find((model) => model.isServed) ?? null;
  return (
    <Stack gap="md">
      {reason !== null && (
        <div data-testid="models-reason">
          <Notice tone="quiet">{reason}</Notice>
        </div>
      )}
      {choiceFault !== null && (
        <div data-testid="models-choice-fault">
          <Notice tone="warn">{choiceFault}</Notice>
        </div>
      )}
      <Group gap="xl">
        <Figure label="Memory of the worker’s machine">{inBytes(memoryBytes)}</Figure>
        <Figure label="Free disk">{inBytes(freeDiskBytes)}</Figure>
      </Group>
      <Card>
        <ul className={classes.rows} aria-label="Models">
          {sorted(data).map((model) => (
            <ModelRow
              key={model.id}
              model={model}
              mayManage={mayManage}
              freeDiskBytes={freeDiskBytes}
              onUse={setChosen}
              onRemove={setRemoved}
            />
          ))}
        </ul>
      </Card>
      <UseModel model={chosen} served={served} onClose={() => setChosen(null)} />
      <RemoveModel model={removed} onClose={() => setRemoved(null)} />
    </Stack>
  );
}

/** What is served first, what is here next, the rest as the catalog has it. */
function sorted(models: readonly Model[]): Model[] {
  const rank = ({ isServed, state }: Model) => (isServed ? 0 : state === 'absent' ? 2 : 1);
  return models.toSorted((one, other) => rank(one) - rank(other));
}

const inBytes = (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes));
