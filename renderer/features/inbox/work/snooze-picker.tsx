import { Button, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { SNOOZE_MAX_DAYS } from '../../../../shared/domain/inbox-views.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { formatClock, formatFull, formatWeekday } from '../../../lib/format/format.ts';
import { dayOf, toLocalInput } from '../../../lib/format/local-time.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { closePicker } from './picker.store.ts';
import classes from './snooze-picker.module.css';
import { snoozeTimes } from './snooze-times.ts';
import { useWork } from './use-work.ts';
import { timeMeantBy } from './when-text.ts';

/** Snoozes conversations until one of some times, or until a chosen one. */
export function SnoozePicker({ ids }: { ids: readonly string[] }) {
  const { change } = useWork();
  const now = useNow();
  const times = snoozeTimes(new Date(now));
  const [typed, setTyped] = useState(() => toLocalInput(times.at(-1)?.until ?? new Date(now)));
  const [problem, setProblem] = useState<string | null>(null);

  const first = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLInputElement>(null);
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

  /** Anyone who types instead of choosing says the time in words. */
  function handleKeyDown(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\d]$/u.test(event.key)) return;
    event.stopPropagation();
    said.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus.
    <div className={classes.picker} onKeyDown={handleKeyDown}>
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
      <SaidTime input={said} now={now} onSnooze={snooze} />
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

/** A time in words, such as “tomorrow 9am”, and what was understood. */
function SaidTime({
  input,
  now,
  onSnooze,
}: {
  input: RefObject<HTMLInputElement | null>;
  now: number;
  onSnooze(until: Date): void;
}) {
  const [words, setWords] = useState('');
  const [isTried, setTried] = useState(false);
  const until = timeMeantBy(words, new Date(now));
  const wrong = until === null ? t('inbox:work.snoozeSaid.unclear') : problemOf(until);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (until !== null && wrong === null) onSnooze(until);
      }}
    >
      <TextInput
        ref={input}
        size="sm"
        label={t('inbox:work.snoozeSaid.label')}
        placeholder={t('inbox:work.snoozeSaid.placeholder')}
        autoComplete="off"
        maxLength={60}
        value={words}
        error={isTried && wrong}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setTried(false);
        }}
        data-testid="snooze-said"
      />
      <div role="status">
        {until !== null && wrong === null && (
          <UnstyledButton type="submit" className={classes.time} data-testid="snooze-said-submit">
            <span>{formatFull(until.toISOString())}</span>
            <kbd className={classes.when}>↵</kbd>
          </UnstyledButton>
        )}
      </div>
    </form>
  );
}

/** Returns what is wrong with a chosen time; null when nothing is. */
function problemOf(until: Date): string | null {
  const ms = until.getTime() - Date.now();
  if (Number.isNaN(ms)) return t('inbox:work.snoozeAt.missing');
  if (ms <= 0) return t('inbox:work.snoozeAt.past');
  return ms > SNOOZE_MAX_DAYS * DAY_MS ? t('inbox:work.snoozeAt.late') : null;
}
