import { Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import type {
  Worker,
  WorkerSample,
  WorkerSpan,
} from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { reasonText } from '../../../lib/reason-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { formatAmount, formatBytes, formatMs, formatNumber, formatShort } from '../model-format.ts';
import { EngineList } from './engines.tsx';
import { HostFacts } from './host-facts.tsx';
import { TelemetryTile } from './telemetry-tile.tsx';
import classes from './worker-card.module.css';

/** What is charted of a worker. */
interface History {
  /** Null until they are loaded. */
  samples: readonly WorkerSample[] | null;
  span: WorkerSpan;
}

/** An inference worker: its state, its metrics now and over a time, and its machine. */
export function WorkerCard({ worker, ...history }: { worker: Worker } & History) {
  const { status, details } = worker;
  const { tone, label } = stateOf(worker);
  return (
    <Card padded>
      <div className={classes.head} data-testid="worker" data-online={worker.isOnline}>
        <span className={classes.pill} data-tone={tone} data-testid="worker-state">
          {label}
        </span>
        <Text size="sm" c="dimmed">
          <Place worker={worker} />
        </Text>
      </div>
      {status.error !== null && worker.isOnline && (
        <div className={classes.error}>
          <Notice tone="warn">
            {reasonText('models', {
              code: worker.errorCode,
              params: worker.errorParams,
              sentence: status.error,
            })}
          </Notice>
        </div>
      )}
      {worker.isOnline && details !== null && (
        <>
          <EngineList engines={details.upstreams ?? []} />
          <Tiles details={details} {...history} />
          <Assist details={details} />
          <HostFacts host={details.host} />
        </>
      )}
      {worker.isOnline && details === null && (
        <Text size="sm" mt="xs" data-testid="worker-hidden">
          {t('inference:telemetry.hidden')}
        </Text>
      )}
      {!worker.isOnline && (
        <Text size="sm" mt="xs">
          <Trans
            t={t}
            i18nKey="inference:telemetry.lastSeen"
            components={{ time: <RelativeTime time={worker.seenAt} inWords /> }}
          />
        </Text>
      )}
    </Card>
  );
}

/** What is shown of a worker besides its state. */
type Details = NonNullable<Worker['details']>;

function Place({ worker: { isOnline, startedAt, details } }: { worker: Worker }) {
  if (details === null) {
    if (!isOnline) return null;
    return (
      <Trans
        t={t}
        i18nKey="inference:telemetry.started"
        components={{ time: <RelativeTime time={startedAt} inWords /> }}
      />
    );
  }
  const { address, upstream } = details;
  if (!isOnline) {
    return upstream === null ? address : t('inference:telemetry.forwards', { host: upstream });
  }
  return (
    <Trans
      t={t}
      i18nKey={upstream === null ? 'inference:telemetry.since' : 'inference:telemetry.forwardsSince'}
      values={{ address, host: upstream }}
      components={{ time: <RelativeTime time={startedAt} inWords /> }}
    />
  );
}

function Tiles({ details, ...history }: { details: Details } & History) {
  const { host, slots, latency, upstream } = details;
  const busy = slots.filter((slot) => slot.state !== 'idle').length;
  return (
    <div className={classes.tiles}>
      <TelemetryTile
        title={t('inference:telemetry.ram')}
        value={formatBytes(details.engineMemoryBytes)}
        hint={upstream === null ? t('inference:telemetry.ramEngine') : t('inference:telemetry.ramForwarding')}
        {...history}
        pick={(sample) => sample.engineMemoryBytes}
        format={formatBytes}
      />
      <TelemetryTile
        title={t('inference:telemetry.cpuLoad')}
        value={host.load === null ? t('inference:telemetry.notAvailable') : formatAmount(host.load)}
        hint={loadHint(host)}
        {...history}
        pick={(sample) => sample.load}
        format={formatAmount}
        top={host.usableCores}
      />
      <TelemetryTile
        title={t('inference:telemetry.slots')}
        value={t('inference:telemetry.slotsBusy', { busy, all: slots.length })}
        hint={t('inference:telemetry.slotsWaiting', { formatted: formatCount(details.waiting) })}
        {...history}
        pick={(sample) => sample.busySlots + sample.waiting}
        format={formatAmount}
        top={Math.max(slots.length, 1)}
      />
      <TelemetryTile
        title={t('inference:telemetry.tokensPerSecond')}
        value={formatAmount(details.tokensPerSecond)}
        hint={tokensHint(details)}
        {...history}
        pick={(sample) => sample.tokensPerSecond}
        format={formatAmount}
      />
      <TelemetryTile
        title={t('inference:telemetry.firstToken')}
        value={latency ? formatMs(latency.firstTokenMs) : '–'}
        hint={latencyHint(details)}
        {...history}
        pick={(sample) => sample.firstTokenMs}
        format={formatMs}
      />
    </div>
  );
}

/** What this server's own requests have done, which count for no key. */
function Assist({ details: { assist } }: { details: Details }) {
  if (!assist || assist.answered + assist.parked + assist.shed === 0) return null;
  const { answered, prompt, written, parked, shed } = assist;
  return (
    <Text size="sm" c="dimmed" mt="sm" data-testid="worker-assist">
      {t('inference:telemetry.assist', {
        count: answered,
        formatted: formatCount(answered),
        read: formatCount(prompt),
        written: formatCount(written),
        parked: formatCount(parked),
        shed: formatCount(shed),
      })}
    </Text>
  );
}

function loadHint({ load, usableCores }: Details['host']): string {
  if (load === null) return ' ';
  return t('inference:telemetry.cpuLoadHint', {
    count: Math.ceil(usableCores),
    formatted: formatShort(usableCores),
    percent: formatNumber((load / usableCores) * 100),
  });
}

function tokensHint({ totals: { prompt, cached, written } }: Details): string {
  const counts = { written: formatCount(written), read: formatCount(prompt) };
  if (prompt === 0 || cached === 0) return t('inference:telemetry.tokens', counts);
  return t('inference:telemetry.tokensCached', { ...counts, percent: formatNumber((cached / prompt) * 100) });
}

/** Shorter waits than this are not shown. */
const SHORT_QUEUE_MS = 20;

function latencyHint({ latency }: Details): string {
  if (!latency) return t('inference:telemetry.noCalls');
  const time = formatMs(latency.firstTokenP95Ms);
  if (latency.queueP95Ms < SHORT_QUEUE_MS) return t('inference:telemetry.firstTokenHint', { time });
  return t('inference:telemetry.firstTokenQueued', { time, queue: formatMs(latency.queueP95Ms) });
}

interface WorkerState {
  tone: 'good' | 'busy' | 'bad';
  /** `Online` or `Offline`, then its activity. */
  label: string;
}

/** Returns the state of a worker as a tone and a label. */
export function stateOf({ isOnline, status, details }: Worker): WorkerState {
  if (!isOnline) return { tone: 'bad', label: t('inference:telemetry.state.offline') };
  const { state, progress } = status;
  const { slots, restarts } = details ?? { slots: [], restarts: null };
  switch (state) {
    case 'loading': {
      const percent = Math.round(progress * 100);
      return { tone: 'busy', label: t('inference:telemetry.state.loading', { percent }) };
    }
    case 'restarting':
      return {
        tone: 'bad',
        label:
          restarts === null
            ? t('inference:telemetry.state.restartingShort')
            : t('inference:telemetry.state.restarting', { restarts }),
      };
    case 'failed':
      return { tone: 'bad', label: t('inference:telemetry.state.failed') };
    case 'stopped':
      return { tone: 'bad', label: t('inference:telemetry.state.stopping') };
    case 'ready': {
      const busy = slots.filter((slot) => slot.state !== 'idle').length;
      return {
        tone: 'good',
        label:
          busy === 0
            ? t('inference:telemetry.state.ready')
            : t('inference:telemetry.state.busy', { busy, all: slots.length }),
      };
    }
  }
}
