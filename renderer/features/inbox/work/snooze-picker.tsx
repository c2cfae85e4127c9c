import { Button, Stack, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SNOOZE_MAX_DAYS } from '../../../../shared/domain/inbox-views.ts';
import { formatClock, formatWeekday } from '../../../lib/format/format.ts';
import { dayOf, toLocalInput } from '../../../lib/format/local-time.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { closePicker } from './picker.store.ts';
import classes from './snooze-picker.module.css';
import { snoozeTimes } from './snooze-times.ts';
import { useWork } from './use-work.ts';

const DAY_MS = 24 * 3_600_000;

/** Snoozes conversations until one of some times, or until a chosen one. */
export function SnoozePicker({ ids }: { ids: readonly string[] }) {
  const { change } = useWork();
  const now = useNow();
  const times = snoozeTimes(new Date(now));
  const [typed, setTyped] = useState(() => toLocalInput(times.at(-1)?.until ?? new Date(now)));
  const [problem, setProblem] = useState<string | null>(null);

  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);

  function snooze(until: Date): void {
    closePicker();
    void change(ids, { status: 'snoozed', snoozedUntil: until.toISOString() });
  }

  function snoozeTyped(): void {
    const until = new Date(typed);
    const wrong = problemOf(until);
    if (wrong === null) snooze(until);
    else setProblem(wrong);
  }

  return (
    <div className={classes.picker}>
      <p className={classes.title}>{t('inbox:work.snoozeUntil')}</p>
      {times.map(({ id, until }, index) => (
        <UnstyledButton
          key={id}
          ref={index === 0 ? first : undefined}
          className={classes.time}
          onClick={() => snooze(until)}
          data-autofocus={index === 0 || undefined}
          data-testid={`snooze-${id}`}
        >
          <span>{t(`inbox:work.times.${id}`)}</span>
          <span className={classes.when}>
            {formatWeekday(until.toISOString())} {formatClock(until.toISOString())}
          </span>
        </UnstyledButton>
      ))}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          snoozeTyped();
        }}
      >
        <Stack gap={8}>
          <DateTimeField
            kind="datetime"
            label={t('inbox:work.snoozeAt.label')}
            value={typed}
            minDay={dayOf(now)}
            maxDay={dayOf(now + SNOOZE_MAX_DAYS * DAY_MS)}
            error={problem}
            data-testid="snooze-at"
            onChange={(value) => {
              setTyped(value);
              setProblem(null);
            }}
          />
          <Button type="submit" variant="default" size="xs" data-testid="snooze-at-submit">
            {t('inbox:work.snooze')}
          </Button>
        </Stack>
      </form>
    </div>
  );
}

/** Returns what is wrong with a chosen time; null when nothing is. */
function problemOf(until: Date): string | null {
  const ms = until.getTime() - Date.now();
  if (Number.isNaN(ms)) return t('inbox:work.snoozeAt.missing');
  if (ms <= 0) return t('inbox:work.snoozeAt.past');
  return ms > SNOOZE_MAX_DAYS * DAY_MS ? t('inbox:work.snoozeAt.late') : null;
}
