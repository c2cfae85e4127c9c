import { Text } from '@mantine/core';
import type { WorkerSample } from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import classes from './telemetry-tile.module.css';

const SPAN_MS = 15 * 60_000;
/** Samples arrive every five seconds. A longer gap than this means that some are missing. */
const GAP_MS = 20_000;

/** A metric of a worker: its current value, and a small chart of the last 15 minutes. */
export function TelemetryTile({
  title,
  value,
  hint,
  samples,
  pick,
  format,
  top = 0,
}: {
  title: string;
  value: string;
  hint: string;
  samples: readonly WorkerSample[];
  /** Returns the value of a sample; null when unknown. */
  pick: (sample: WorkerSample) => number | null;
  format: (value: number) => string;
  /** The value at the upper edge of the chart. Defaults to the highest value. */
  top?: number;
}) {
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
      : t('inference:telemetry.over15Minutes', {
          title,
          from: format(Math.min(...values)),
          to: format(Math.max(...values)),
        });
  return (
    <div className={classes.tile}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text fw={650} size="lg" lh={1.3} data-testid="telemetry-value">
        {value}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {hint}
      </Text>
      <div className={classes.chart}>
        <Sparkline
          lines={[{ tone: 'main', points }]}
          from={to - SPAN_MS}
          to={to}
          top={top}
          gapMs={GAP_MS}
          label={label}
        />
      </div>
    </div>
  );
}
