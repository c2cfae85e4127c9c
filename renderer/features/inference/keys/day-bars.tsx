import { formatCount, formatDate } from '../../../lib/format/format.ts';
import classes from './day-bars.module.css';

/** A bar chart of counts by day, relative to the highest. Tooltips show the day and the count. */
export function DayBars({ days, label }: { days: readonly { at: number; value: number }[]; label: string }) {
  const top = Math.max(1, ...days.map(({ value }) => value));
  return (
    <div className={classes.bars} role="img" aria-label={label}>
      {days.map(({ at, value }) => (
        <span
          key={at}
          className={classes.bar}
          data-empty={value === 0 || undefined}
          style={{ height: `${Math.max(5, (value / top) * 100)}%` }}
          title={`${formatDate(new Date(at).toISOString())}: ${formatCount(value)}`}
        />
      ))}
    </div>
  );
}
