import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  WebhookFigures,
  WebhookOverview,
  WebhookSpan,
} from '../../../shared/contract/webhook-overview.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { type Line, Sparkline } from '../../ui/sparkline.tsx';
import { TimeChart } from '../../ui/time-chart.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DeliveryBars } from './delivery-bars.tsx';
import classes from './overview-charts.module.css';
import { countOf, roundUp, stepTime, ticksOf } from './overview-scale.ts';
import tabClasses from './overview-tab.module.css';

export interface OverviewChartsProps {
  overview: WebhookOverview;
  span: WebhookSpan;
  inWords: string;
  /** Somebody wants to see the deliveries of a step. */
  onStep: (since: string, until: string) => void;
}

/** Deliveries by result, and the times of answers, side by side where there is room. */
export function OverviewCharts({ overview, span, inWords, onStep }: OverviewChartsProps) {
  const now = useNow();
  const { since, until, stepSeconds, steps } = overview;
  const ticks = ticksOf(span, since, until);
  const highest = roundUp(Math.max(...steps.map(countOf)));
  const slowest = roundUp(Math.max(...steps.map((step) => step.p95Milliseconds ?? 0)));
  const choose = (key: string) => onStep(key, new Date(Date.parse(key) + stepSeconds * 1_000).toISOString());
  const stepsBy = (say: (step: WebhookFigures) => string | null) =>
    steps.map((step) => {
      const words = say(step);
      const label = words === null ? null : `${stepTime(step.since, stepSeconds, now)}: ${words}`;
      return { key: step.since, label };
    });
  return (
    <div className={tabClasses.charts}>
      <ChartCard
        title="Deliveries"
        legend={[
          ['succeeded', 'Succeeded'],
          ['failed', 'Failed'],
          ['pending', 'Pending'],
        ]}
      >
        <TimeChart
          label={`Deliveries over ${inWords}: ${countWords(overview.total)}`}
          top={formatCount(highest)}
          ticks={ticks}
          steps={stepsBy((step) => (countOf(step) === 0 ? null : countWords(step)))}
          onStep={choose}
        >
          <DeliveryBars steps={steps} top={highest} />
        </TimeChart>
      </ChartCard>
      <ChartCard
        title="Response times"
        legend={[
          ['p50', 'Half within'],
          ['p95', '95 % within'],
        ]}
      >
        <TimeChart
          label={`Response times over ${inWords}: ${timeWords(overview.total) ?? 'none yet'}`}
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
            label={`Response times over ${inWords}`}
          />
        </TimeChart>
      </ChartCard>
    </div>
  );
}

function ChartCard({
  title,
  legend,
  children,
}: {
  title: string;
  legend: readonly (readonly [kind: string, label: string])[];
  children: ReactNode;
}) {
  return (
    <Card padded>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <ul className={classes.legend}>
          {legend.map(([kind, label]) => (
            <li key={kind} data-kind={kind}>
              {label}
            </li>
          ))}
        </ul>
      </div>
      {children}
    </Card>
  );
}

function countWords({ succeeded, failed, pending }: WebhookFigures): string {
  const parts = [
    `${formatCount(succeeded)} succeeded`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(pending > 0 ? [`${formatCount(pending)} pending`] : []),
  ];
  return parts.join(', ');
}

function timeWords({ p50Milliseconds: p50, p95Milliseconds: p95 }: WebhookFigures): string | null {
  if (p50 === null || p95 === null) return null;
  return `half within ${formatDuration(p50)}, 95 % within ${formatDuration(p95)}`;
}

/** The points stand in the middle of their steps. */
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
