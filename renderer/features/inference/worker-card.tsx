import { Text } from '@mantine/core';
import type { Worker, WorkerSample } from '../../../shared/contract/inference-workers.contract.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { formatAmount, formatBytes, formatMs } from './model-format.ts';
import { TelemetryTile } from './telemetry-tile.tsx';
import classes from './worker-card.module.css';
import { stateOf } from './worker-state.ts';

/** One worker of the model: whether it is there, what it takes and what it does, now and over 15 minutes. */
export function WorkerCard({ worker, samples }: { worker: Worker; samples: readonly WorkerSample[] }) {
  const { status } = worker;
  const { tone, label } = stateOf(worker);
  const busy = status.slots.filter((slot) => slot.state !== 'idle').length;
  return (
    <Card padded>
      <div className={classes.head} data-testid="worker" data-online={worker.isOnline}>
        <span className={classes.pill} data-tone={tone} data-testid="worker-state">
          {label}
        </span>
        <Text size="sm" c="dimmed">
          {status.upstream === null ? worker.address : `forwards to ${status.upstream}`}
          {worker.isOnline && (
            <>
              , since <RelativeTime time={worker.startedAt} inWords />
            </>
          )}
        </Text>
      </div>
      {status.fault !== null && worker.isOnline && (
        <div className={classes.fault}>
          <Notice tone="warn">{status.fault}</Notice>
        </div>
      )}
      {worker.isOnline ? (
        <div className={classes.tiles}>
          <TelemetryTile
            title="RAM footprint"
            value={formatBytes(status.residentBytes)}
            hint={status.upstream === null ? 'as the system says' : 'of the forwarding process'}
            samples={samples}
            pick={(sample) => sample.residentBytes}
            format={formatBytes}
          />
          <TelemetryTile
            title="CPU load, 1 minute"
            value={formatAmount(status.load)}
            hint={`on ${status.cores} ${status.cores === 1 ? 'vCPU' : 'vCPUs'}, ${Math.round((status.load / status.cores) * 100)} %`}
            samples={samples}
            pick={(sample) => sample.load}
            format={formatAmount}
            top={status.cores}
          />
          <TelemetryTile
            title="Slots and queue"
            value={`${busy} of ${status.slots.length}`}
            hint={`${formatCount(status.waiting)} waiting`}
            samples={samples}
            pick={(sample) => sample.busySlots + sample.waiting}
            format={formatAmount}
            top={Math.max(status.slots.length, 1)}
          />
          <TelemetryTile
            title="Tokens per second"
            value={formatAmount(status.tokensPerSecond)}
            hint={`${formatCount(status.totals.written)} written, ${formatCount(status.totals.prompt)} read${remembered(status)}`}
            samples={samples}
            pick={(sample) => sample.tokensPerSecond}
            format={formatAmount}
          />
          <TelemetryTile
            title="First token after"
            value={status.latency ? formatMs(status.latency.firstTokenMs) : '–'}
            hint={
              status.latency
                ? `95 % within ${formatMs(status.latency.firstTokenP95Ms)}${inLine(status.latency.queueP95Ms)}`
                : 'no call yet'
            }
            samples={samples.filter((sample) => sample.firstTokenMs !== null)}
            pick={(sample) => sample.firstTokenMs ?? 0}
            format={formatMs}
          />
        </div>
      ) : (
        <Text size="sm" mt="xs">
          Last heard of <RelativeTime time={worker.seenAt} inWords />. Calls are refused until a worker is
          back.
        </Text>
      )}
    </Card>
  );
}

/** How long calls stand in line before they begin; nothing where they do not. */
function inLine(ms: number): string {
  return ms < 20 ? '' : `, up to ${formatMs(ms)} in line`;
}

/** What share of what was read was in memory from an earlier turn. */
function remembered({ totals: { prompt, cached } }: Worker['status']): string {
  return prompt === 0 || cached === 0 ? '' : ` (${Math.round((cached / prompt) * 100)} % from memory)`;
}
