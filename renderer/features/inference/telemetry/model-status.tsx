import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Worker } from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { CopyButton } from '../../../ui/code/copy-button.tsx';
import { NotLoaded } from '../../../ui/error-state.tsx';
import { workersOptions } from '../inference.queries.ts';
import { countEngines } from './engines.tsx';
import classes from './model-status.module.css';
import { stateOf } from './worker-card.tsx';

/** The model in one line: its state, its context, the busy slots, and the address for programs. */
export function ModelStatus({
  isBesideTelemetry,
  onTelemetry,
}: {
  /** The telemetry says it, too, when it could not be loaded. */
  isBesideTelemetry: boolean;
  onTelemetry: () => void;
}) {
  const workers = useQuery(workersOptions());
  const { data, error } = workers;
  if (!data) {
    if (!error) return <Skeleton height={44} radius={10} />;
    return isBesideTelemetry ? null : (
      <NotLoaded title={t('inference:telemetry.loadFailed')} query={workers} />
    );
  }
  const online = data.data.filter((worker) => worker.isOnline);
  const worker = online.findLast(({ status }) => status.state === 'ready') ?? online.at(-1);
  const model = worker?.status.model;
  const { tone, label } = worker
    ? stateOf(worker)
    : { tone: 'bad' as const, label: t('inference:telemetry.state.offline') };
  return (
    <div className={classes.line} data-testid="model-status">
      <UnstyledButton className={classes.state} onClick={onTelemetry} data-testid="model-status-state">
        <span className={classes.dot} data-tone={tone} aria-hidden="true" />
        {label}
      </UnstyledButton>
      {model && <strong className={classes.model}>{model.id}</strong>}
      {model?.contextSize != null && (
        <span>
          {t('inference:facts.contextValue', {
            count: model.contextSize,
            formatted: formatCount(model.contextSize),
          })}
        </span>
      )}
      {worker && <Slots workers={online} />}
      <MissingEngines workers={online} />
      <span className={classes.address}>
        <code>{data.inferenceUrl}</code>
        <CopyButton size="xs" value={data.inferenceUrl} label={t('inference:page.copyAddress')} />
      </span>
    </div>
  );
}

/** How many engines get requests, unless all do or there is only one. */
function MissingEngines({ workers }: { workers: readonly Worker[] }) {
  const { all, ready } = countEngines(workers);
  if (all < 2 || ready === all) return null;
  return (
    <strong data-testid="model-engines-missing">{t('inference:page.enginesReady', { ready, all })}</strong>
  );
}

/** How many slots of all workers are in use, unless the state says it. Nothing where workspaces share the server. */
function Slots({ workers }: { workers: readonly Worker[] }) {
  const slots = workers.flatMap(({ details }) => details?.slots ?? []);
  if (slots.length === 0) return null;
  const busy = slots.filter(({ state }) => state !== 'idle').length;
  if (busy > 0 && workers.length === 1) return null;
  return <span>{t('inference:page.slotsBusy', { busy, all: slots.length })}</span>;
}
