import type { Insights } from '../../../../shared/contract/public/insights.contract.ts';
import { localDayOf } from '../../../../shared/domain/time/time-zones.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { roundUp } from '../../../ui/charts/round-up.ts';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { daysText, pointText, tickText } from '../insight-text.ts';
import classes from '../insights.module.css';
import type { PartProps } from './tiles.tsx';

const HOUR_MS = 3_600_000;
const TICKS = 6;
/** Labels closer to an edge than this fraction of the width would overflow the chart. */
const EDGE = 0.04;

type Counted = Exclude<keyof Insights['points'][number], 'start'>;

const CHARTS = [
  { name: 'messages', figure: 'messages_received', lines: ['messagesReceived', 'messagesSent'] },
  {
    name: 'conversations',
    figure: 'conversations_opened',
    lines: ['conversationsOpened', 'conversationsClosed'],
  },
] as const satisfies readonly { lines: readonly [Counted, Counted]; [key: string]: unknown }[];

/** Messages and conversations by day, or by hour. A day opens its own figures, an hour its conversations. */
export function Charts({ insights, onOpen, onDay }: PartProps & { onDay: (day: string) => void }) {
  const { points, interval, timeZone } = insights;
  const stepMs = interval === 'hour' ? HOUR_MS : 24 * HOUR_MS;
  const starts = points.map(({ start }) => Date.parse(start));
  const from = starts[0] ?? 0;
  const to = (starts.at(-1) ?? 0) + stepMs;
  return (
    <div className={classes.pair}>
      {CHARTS.map(({ name, figure, lines }) => {
        const [main, second] = lines;
        const top = roundUp(Math.max(...points.flatMap((point) => [point[main], point[second]])));
        const label = t(`insights:charts.${name}.over`, { period: daysText(insights) });
        const seriesOf = (line: Counted) =>
          points.map((point, index) => ({ at: (starts[index] ?? 0) + stepMs / 2, value: point[line] }));
        return (
          <ChartCard
            key={name}
            title={t(`insights:charts.${name}.title`)}
            legend={[
              ['line', t(`insights:charts.${name}.main`)],
              ['second-line', t(`insights:charts.${name}.second`)],
            ]}
          >
            <TimeChart
              label={label}
              top={formatCount(top)}
              ticks={ticksOf(insights, from, to)}
              steps={points.map((point) => ({
                key: point.start,
                label: t(`insights:charts.${name}.step`, {
                  time: pointText(point.start, insights),
                  main: formatCount(point[main]),
                  second: formatCount(point[second]),
                }),
              }))}
              onStep={(start) =>
                interval === 'day'
                  ? onDay(localDayOf(new Date(start), timeZone))
                  : onOpen({ figure, hour: start })
              }
            >
              <Sparkline
                fills
                lines={[
                  { tone: 'main', points: seriesOf(main) },
                  { tone: 'second', points: seriesOf(second) },
                ]}
                from={from}
                to={to}
                top={top}
                // A day may have an hour more.
                gapMs={stepMs + HOUR_MS}
                label={label}
              />
            </TimeChart>
          </ChartCard>
        );
      })}
    </div>
  );
}

/** Returns some points with their labels, evenly, where there is room. */
function ticksOf(insights: Insights, from: number, to: number): { at: number; label: string }[] {
  const { points, interval } = insights;
  const every =
    interval === 'hour' ? (points.length > 24 ? 12 : 6) : Math.max(1, Math.ceil(points.length / TICKS));
  return points.flatMap(({ start }, index) => {
    if (index % every !== 0) return [];
    const middle = Date.parse(start) + (interval === 'day' ? 12 * HOUR_MS : 0);
    const at = (middle - from) / (to - from);
    return at < EDGE || at > 1 - EDGE ? [] : [{ at, label: tickText(start, insights) }];
  });
}
