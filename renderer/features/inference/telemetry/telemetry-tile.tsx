import { Text } from '@mantine/core';
import type {
  WorkerSample,
  WorkerSpan,
} from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import classes from './telemetry-tile.module.css';

const HOUR_MS = 3_600_000;
/** Of each span its length, and the gap between samples from which on some are missing. */
const SPANS: Readonly<Record<WorkerSpan, { ms: number; gapMs: number }>> = {
  quarter: { ms: HOUR_MS / 4, gapMs: 20_000 },
  day: { ms: 24 * HOUR_MS, gapMs: HOUR_MS / 4 },
  week: { ms: 7 * 24 * HOUR_MS, gapMs: HOUR_MS / 4 },
};

/** A metric of a worker: its current value, and a small chart of the time before. */
export function TelemetryTile({
  value,
  hint,
  samples,
  ...chart
}: Omit<ChartProps, 'samples'> & {
  value: string;
  hint: string;
  /** Null until they are loaded. */
  samples: readonly WorkerSample[] | null;
}) {
  return (
    <div className={classes.tile}>
      <Text size="xs" c="dimmed">
        {chart.title}
      </Text>
      <Text fw={650} size="lg" lh={1.3} data-testid="telemetry-value">
        {value}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {hint}
      </Text>
      <div className={classes.chart}>{samples && <Chart samples={samples} {...chart} />}</div>
    </div>
  );
}

interface ChartProps {
  title: string;
  samples: readonly WorkerSample[];
  span: WorkerSpan;
  /** Returns the value of a sample; null when unknown. */
  pick: (sample: WorkerSample) => number | null;
  format: (value: number) => string;
  /** The value at the upper edge of the chart. Defaults to the highest value. */
  top?: number;
}

function Chart({ title, samples, span, pick, format, top = 0 }: ChartProps) {
  const points = samples.flatMap((sample) => {
    const amount = pick(sample);
    return amount === null ? [] : [{ at: Date.parse(sample.at), value: amount }];
  });
  // Uses the server's clock, like the times of the samples.
  const to = points.at(-1)?.at ?? Date.now();
  const values = points.map((point) => point.value);
  const label =
    values.length === 0
      ? t('inference:telemetry.nothingRecorded', { title })
      : t('inference:telemetry.over', {
          title,
          span: t(`inference:telemetry.spans.${span}`),
          from: format(Math.min(...values)),
          to: format(Math.max(...values)),
        });
  return (
    <Sparkline
      lines={[{ tone: 'main', points }]}
      from={to - SPANS[span].ms}
      to={to}
      top={top}
      gapMs={SPANS[span].gapMs}
      label={label}
    />
  );
}
