import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Insights } from '../../../shared/contract/public/insights.contract.ts';
import { INSIGHT_RANGE_MAX_DAYS } from '../../../shared/domain/insights.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { localDayOf } from '../../../shared/domain/time/time-zones.ts';
import { t } from '../../lib/i18n.ts';
import { DateTimeField } from '../../ui/date-time/date-time-field.tsx';
import classes from './insights.module.css';
import { type InsightsSearch, PERIOD_DAYS, type PeriodName } from './insights-search.ts';

const NAMES = Object.keys(PERIOD_DAYS) as PeriodName[];

/** Chooses the period: one of those with a name, or two days. */
export function PeriodPicker({
  search,
  insights,
  onSearch,
}: {
  search: InsightsSearch;
  insights: Insights | undefined;
  onSearch: (search: InsightsSearch, options?: { replace?: boolean }) => void;
}) {
  const { period = '7d', from, to } = search;
  const isOwn = from !== undefined && to !== undefined;
  return (
    <div className={classes.period}>
      <SegmentedControl
        aria-label={t('insights:period.label')}
        data={[
          ...NAMES.map((name) => ({ value: name as string, label: t(`insights:period.names.${name}`) })),
          { value: 'own', label: t('insights:period.own') },
        ]}
        value={isOwn ? 'own' : period}
        onChange={(value) => {
          const name = NAMES.find((one) => one === value);
          if (name) onSearch({ period: name === '7d' ? undefined : name });
          else if (insights) onSearch({ from: insights.from, to: insights.to });
        }}
        data-testid="insights-period"
      />
      {isOwn && (
        <OwnDays
          from={from}
          to={to}
          today={insights && localDayOf(new Date(), insights.timeZone)}
          onChange={(days) => onSearch(days, { replace: true })}
        />
      )}
    </div>
  );
}

/** Two days; they are shown as soon as both are days and in order. */
function OwnDays({
  from,
  to,
  today,
  onChange,
}: {
  from: string;
  to: string;
  today: string | undefined;
  onChange: (days: { from: string; to: string }) => void;
}) {
  const [typed, setTyped] = useState({ from, to });
  const [known, setKnown] = useState({ from, to });
  // A choice elsewhere on the page replaces what is typed; the one that was typed here comes back as it is.
  if (known.from !== from || known.to !== to) {
    setKnown({ from, to });
    setTyped({ from, to });
  }
  const problem = problemOf(typed);
  function change(changes: Partial<typeof typed>) {
    const next = { ...typed, ...changes };
    setTyped(next);
    if (next.from !== '' && next.to !== '' && problemOf(next) === null) onChange(next);
  }
  return (
    <div className={classes.days}>
      <DateTimeField
        kind="date"
        aria-label={t('insights:period.from')}
        value={typed.from}
        maxDay={today}
        error={problem}
        onChange={(day) => change({ from: day })}
        data-testid="insights-from"
      />
      <DateTimeField
        kind="date"
        aria-label={t('insights:period.to')}
        value={typed.to}
        maxDay={today}
        onChange={(day) => change({ to: day })}
        data-testid="insights-to"
      />
    </div>
  );
}

function problemOf({ from, to }: { from: string; to: string }): string | null {
  if (from === '' || to === '') return null;
  if (from > to) return t('insights:period.order');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days > INSIGHT_RANGE_MAX_DAYS
    ? t('insights:period.tooLong', { count: INSIGHT_RANGE_MAX_DAYS })
    : null;
}
