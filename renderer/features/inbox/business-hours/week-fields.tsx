import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { OPEN_HOURS_MAX } from '../../../../shared/contract/inbox/business-hours.contract.ts';
import { DAY_MINUTES, type OpenHours } from '../../../../shared/domain/time/business-time.ts';
import { minutesOfTime, timeOfMinutes } from '../../../lib/format/local-time.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import classes from './business-hours.module.css';

/** Monday first, as business hours are written everywhere. */
const ORDER = [1, 2, 3, 4, 5, 6, 0];

/** The hours of each weekday. */
export function WeekFields({
  week,
  onChange,
}: {
  week: OpenHours[][];
  onChange: (week: OpenHours[][]) => void;
}) {
  return (
    <div>
      <ul className={classes.week}>
        {ORDER.map((day) => (
          <DayFields
            key={day}
            day={day}
            hours={week[day] ?? []}
            onChange={(hours) => onChange(week.map((before, index) => (index === day ? hours : before)))}
          />
        ))}
      </ul>
    </div>
  );
}

function DayFields({
  day,
  hours,
  onChange,
}: {
  day: number;
  hours: OpenHours[];
  onChange: (hours: OpenHours[]) => void;
}) {
  const name = dayName(day);
  const last = hours.at(-1);
  const set = (at: number, changes: Partial<OpenHours>) =>
    onChange(hours.map((span, index) => (index === at ? { ...span, ...changes } : span)));
  const isInvalid = hours.some(({ from, to }, index) => from >= to || from < (hours[index - 1]?.to ?? 0));
  return (
    <li className={classes.day} data-testid={`hours-day-${day}`}>
      <span className={classes.name}>{name}</span>
      <div className={classes.spans}>
        {hours.length === 0 && <span className={classes.closed}>{t('business-hours:hours.closed')}</span>}
        {hours.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The hours of a day have no other identity.
          <div key={index} className={classes.span}>
            <DateTimeField
              kind="time"
              aria-label={t('business-hours:hours.from', { day: name })}
              value={timeOfMinutes(span.from)}
              onChange={(from) => set(index, { from: minutesOfTime(from) })}
              error={isInvalid}
            />
            <span aria-hidden="true">–</span>
            <DateTimeField
              kind="time"
              aria-label={t('business-hours:hours.to', { day: name })}
              value={timeOfMinutes(span.to)}
              // Midnight at the end is the end of this day.
              onChange={(to) => set(index, { to: minutesOfTime(to) || DAY_MINUTES })}
              error={isInvalid}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('business-hours:hours.remove')}
              onClick={() => onChange(hours.filter((_, other) => other !== index))}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
        ))}
        {isInvalid && (
          <p className={classes.problem} role="alert">
            {t('business-hours:hours.invalid')}
          </p>
        )}
      </div>
      {hours.length < OPEN_HOURS_MAX && (last?.to ?? 0) < DAY_MINUTES && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.add}
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          aria-label={t('business-hours:hours.addTo', { day: name })}
          onClick={() => onChange([...hours, nextHours(last)])}
        >
          {t('business-hours:hours.add')}
        </Button>
      )}
    </li>
  );
}

/** Returns hours for a day that has some: after an hour's break, until the evening. */
function nextHours(last: OpenHours | undefined): OpenHours {
  if (!last) return { from: 540, to: 1_020 };
  const from = Math.min(last.to + 60, DAY_MINUTES - 60);
  return { from, to: Math.min(DAY_MINUTES, from + 240) };
}

function dayName(day: number): string {
  // 4 January 1970 was a Sunday.
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 4 + day),
  );
}
