import type {
  WebhookFigures,
  WebhookOverview,
  WebhookSpan,
} from '../../../../shared/contract/webhooks/webhook-overview.ts';
import { formatCount, formatDuration } from '../../../lib/format/format.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { roundUp } from '../../../ui/charts/round-up.ts';
import { type Line, Sparkline } from '../../../ui/charts/sparkline.tsx';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { DeliveryBars } from './delivery-bars.tsx';
import { countOf, stepTime, ticksOf } from './overview-scale.ts';
import tabClasses from './overview-tab.module.css';

export interface OverviewChartsProps {
  overview: WebhookOverview;
  span: WebhookSpan;
  /** Opens the deliveries of one time step. */
  onStep: (since: string, until: string) => void;
}

/** Charts of deliveries by result and of response times, side by side if there is room. */
export function OverviewCharts({ overview, span, onStep }: OverviewChartsProps) {
  const now = useNow();
  const { since, until, stepSeconds, steps } = overview;
  const ticks = ticksOf(span, since, until);
  const highest = roundUp(Math.max(...steps.map(countOf)));
  const slowest = roundUp(Math.max(...steps.map((step) => step.p95Milliseconds ?? 0)));
  const choose = (key: string) => onStep(key, new Date(Date.parse(key) + stepSeconds * 1_000).toISOString());
  const stepsBy = (say: (step: WebhookFigures) => string | null) =>
    steps.map((step) => {
      const text = say(step);
      if (text === null) return { key: step.since, label: null };
      const time = stepTime(step.since, stepSeconds, now);
      return { key: step.since, label: t('webhooks:overview.step', { time, text }) };
    });
  const timesLabel = t(`webhooks:overview.timesOver.${span}`, {
    times: timeWords(overview.total) ?? t('webhooks:overview.noTimes'),
  });
  return (
    <div className={tabClasses.charts}>
      <ChartCard
        title={t('webhooks:overview.deliveries')}
        legend={[
          ['good', t('webhooks:overview.totals.succeeded')],
          ['bad', t('webhooks:overview.totals.failed')],
          ['waiting', t('webhooks:overview.totals.pending')],
        ]}
      >
        <TimeChart
          label={t(`webhooks:overview.deliveriesOver.${span}`, { counts: countWords(overview.total) })}
          top={formatCount(highest)}
          ticks={ticks}
          steps={stepsBy((step) => (countOf(step) === 0 ? null : countWords(step)))}
          onStep={choose}
        >
          <DeliveryBars steps={steps} top={highest} />
        </TimeChart>
      </ChartCard>
      <ChartCard
        title={t('webhooks:overview.responseTimes')}
        legend={[
          ['line', t('webhooks:overview.median')],
          ['second-line', t('webhooks:overview.p95')],
        ]}
      >
        <TimeChart
          label={timesLabel}
          top={formatDuration(slowest)}
          ticks={ticks}
          steps={stepsBy(timeWords)}
          onStep={choose}
        >
          <Sparkline
            fills
            lines={linesOf(overview)}
            from={Date.parse(since)}
            to={Date.parse(until)}
            top={slowest}
            gapMs={stepSeconds * 1_000}
            label={timesLabel}
          />
        </TimeChart>
      </ChartCard>
    </div>
  );
}

function countWords({ succeeded, failed, pending }: WebhookFigures): string {
  const parts = [
    t('webhooks:overview.succeeded', { count: succeeded }),
    ...(failed > 0 ? [t('webhooks:overview.failed', { count: failed })] : []),
    ...(pending > 0 ? [t('webhooks:overview.pending', { count: pending })] : []),
  ];
  return new Intl.ListFormat(currentLanguage(), { type: 'unit' }).format(parts);
}

function timeWords({ p50Milliseconds: p50, p95Milliseconds: p95 }: WebhookFigures): string | null {
  if (p50 === null || p95 === null) return null;
  return t('webhooks:overview.times', { median: formatDuration(p50), p95: formatDuration(p95) });
}

/** Places each point in the middle of its time step. */
function linesOf({ steps, stepSeconds }: WebhookOverview): Line[] {
  const pointsOf = (pick: (step: WebhookFigures) => number | null) =>
    steps.flatMap((step) => {
      const value = pick(step);
      return value === null ? [] : [{ at: Date.parse(step.since) + stepSeconds * 500, value }];
    });
  return [
    { tone: 'main', points: pointsOf((step) => step.p50Milliseconds) },
    { tone: 'second', points: pointsOf((step) => step.p95Milliseconds) },
  ];
}
