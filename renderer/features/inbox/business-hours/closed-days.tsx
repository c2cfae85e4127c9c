import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { CLOSED_DAYS_MAX } from '../../../../shared/contract/inbox/business-hours.contract.ts';
import type { BusinessHours } from '../../../../shared/domain/time/business-time.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { SettingsSection } from '../../../ui/settings/settings-section.tsx';
import classes from './business-hours.module.css';

type ClosedDay = BusinessHours['closedDays'][number];

/** Days on which nobody answers. */
export function ClosedDays({ days, onChange }: { days: ClosedDay[]; onChange: (days: ClosedDay[]) => void }) {
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const isKnown = days.some((day) => day.date === date);

  function add(): void {
    if (date === '' || isKnown) return;
    onChange([...days, { date, name: name.trim() }].toSorted((a, b) => (a.date < b.date ? -1 : 1)));
    setDate('');
    setName('');
  }

  return (
    <SettingsSection title={t('business-hours:closedDays.title')}>
      {days.length === 0 && <p className={classes.closed}>{t('business-hours:closedDays.empty')}</p>}
      {days.length > 0 && (
        <div>
          <ul className={classes.days}>
            {days.map((day) => (
              <li key={day.date} data-testid="closed-day">
                <time dateTime={day.date}>{dateText(day.date)}</time>
                <span className={classes.closed} dir="auto">
                  {day.name}
                </span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('business-hours:closedDays.remove', { day: dateText(day.date) })}
                  onClick={() => onChange(days.filter((other) => other !== day))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </div>
      )}
      {days.length < CLOSED_DAYS_MAX && (
        <div className={classes.newDay}>
          <DateTimeField
            kind="date"
            label={t('business-hours:closedDays.date')}
            value={date}
            onChange={setDate}
            error={isKnown && t('business-hours:closedDays.known')}
            data-testid="closed-day-date"
          />
          <TextInput
            label={t('business-hours:closedDays.name')}
            placeholder={t('business-hours:closedDays.namePlaceholder')}
            maxLength={60}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It would save the whole form, without this day.
              event.preventDefault();
              add();
            }}
          />
          <Button
            variant="default"
            disabled={date === '' || isKnown}
            onClick={add}
            data-testid="closed-day-add"
          >
            {t('business-hours:closedDays.add')}
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}

function dateText(date: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
