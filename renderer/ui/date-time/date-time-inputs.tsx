import { ActionIcon, Input, Popover, TextInput } from '@mantine/core';
import { DatePicker, TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { dayText, firstWeekday, hasHalfDays, parseDay } from '../../lib/format/day-text.ts';
import { dateLocale } from '../../lib/format/format.ts';
import { dayOf } from '../../lib/format/local-time.ts';
import { t } from '../../lib/i18n.ts';
import classes from './date-time.module.css';

export interface DateTimeFieldProps {
  kind: 'date' | 'time' | 'datetime';
  /** The visible label. Without one, `aria-label` names the field. */
  label?: string;
  'aria-label'?: string;
  description?: string;
  error?: ReactNode;
  required?: boolean;
  /** `2026-12-25`, `09:30` (24 hours), or `2026-12-25T09:30`; empty when there is none. */
  value: string;
  /** Receives such a value, and an empty text while what was typed is no date or time. */
  onChange: (value: string) => void;
  /** The earliest and latest date that the calendar offers. Others can still be typed. */
  minDay?: string;
  maxDay?: string;
  hasAutoFocus?: boolean;
  'data-testid'?: string;
}

/** The inputs of a `DateTimeField`. */
export function DateTimeInputs(props: DateTimeFieldProps) {
  if (props.kind === 'date') return <DayInput {...props} testId={props['data-testid']} />;
  if (props.kind === 'time') return <TimeInput {...props} testId={props['data-testid']} isKept />;
  return <DayAndTime {...props} />;
}

type InputProps = Omit<DateTimeFieldProps, 'kind' | 'data-testid'> & { testId?: string };

/** A day and a time beside each other. Its value is empty until both are there. */
function DayAndTime(props: DateTimeFieldProps) {
  const { label, description, error, required, value, onChange, minDay, maxDay, hasAutoFocus } = props;
  const name = label ?? props['aria-label'];
  const labelId = useId();
  const [parts, setParts] = useState(() => partsOf(value));
  const joined = parts.day && parts.time ? `${parts.day}T${parts.time}` : '';
  // A value from outside replaces what was chosen here.
  const shown = joined === value ? parts : partsOf(value);
  const change = (changes: Partial<typeof parts>) => {
    const next = { ...shown, ...changes };
    setParts(next);
    onChange(next.day && next.time ? `${next.day}T${next.time}` : '');
  };
  const testId = props['data-testid'];
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      errorProps={{ mt: 5 }}
      description={description}
      error={error}
      required={required}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset cannot be laid out like the other fields. */}
      <div
        role="group"
        aria-labelledby={label === undefined ? undefined : labelId}
        aria-label={label === undefined ? name : undefined}
        className={classes.both}
      >
        <DayInput
          aria-label={t('date-time:dateOf', { field: name })}
          value={shown.day}
          onChange={(day) => change({ day })}
          error={Boolean(error)}
          minDay={minDay}
          maxDay={maxDay}
          hasAutoFocus={hasAutoFocus}
          testId={testId && `${testId}-date`}
        />
        <TimeInput
          aria-label={t('date-time:timeOf', { field: name })}
          value={shown.time}
          onChange={(time) => change({ time })}
          error={Boolean(error)}
          testId={testId && `${testId}-time`}
        />
      </div>
    </Input.Wrapper>
  );
}

/** A day that is typed, or chosen from a calendar behind a button or the down key. */
function DayInput({
  value,
  onChange,
  error,
  minDay,
  maxDay,
  hasAutoFocus,
  testId,
  label,
  description,
  required,
  ...others
}: InputProps) {
  const locale = dateLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isCurrent = typed !== null && (parseDay(typed, locale) ?? '') === value;
  const text = isCurrent ? typed : dayText(value, locale);
  const example = dayText(`${new Date().getFullYear()}-12-31`, locale);
  const input = useRef<HTMLInputElement>(null);
  // A dialog looks for the field to focus before this code is loaded.
  useEffect(() => {
    if (hasAutoFocus) input.current?.focus();
  }, [hasAutoFocus]);
  const isUnread = hasLeft && value === '' && text.trim() !== '';

  function openByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <div className={classes.day}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        // In its place, so that the dialog or menu around it counts a click as its own.
        withinPortal={false}
        trapFocus
        returnFocus
        shadow="md"
        withRoles={false}
      >
        <Popover.Target>
          <TextInput
            label={label}
            description={description}
            required={required}
            aria-label={others['aria-label']}
            placeholder={t('date-time:placeholder')}
            autoComplete="off"
            value={text}
            error={isUnread ? t('date-time:invalid', { example }) : error}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setHasLeft(false);
              onChange(parseDay(currentTarget.value, locale) ?? '');
            }}
            onBlur={() => {
              setHasLeft(true);
              if (value !== '') setTyped(null);
            }}
            onKeyDown={openByKey}
            ref={input}
            data-testid={testId}
            rightSection={
              <ActionIcon
                size={28}
                aria-label={t('date-time:open')}
                aria-haspopup="dialog"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                data-testid={testId && `${testId}-open`}
              >
                <IconCalendar size={16} />
              </ActionIcon>
            }
          />
        </Popover.Target>
        <Popover.Dropdown
          role="dialog"
          aria-label={t('date-time:calendar')}
          className={classes.calendar}
          // Escape closes the calendar, and not what it is in.
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setOpen(false);
          }}
        >
          <Calendar
            value={value}
            minDay={minDay}
            maxDay={maxDay}
            onPick={(day) => {
              setTyped(null);
              setOpen(false);
              onChange(day);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function Calendar({
  value,
  minDay,
  maxDay,
  onPick,
}: {
  value: string;
  minDay?: string;
  maxDay?: string;
  onPick: (day: string) => void;
}) {
  const locale = dateLocale();
  const today = dayOf(Date.now());
  const start = value || (minDay && minDay > today ? minDay : today);
  const written = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
    return (day: string) => format.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`));
  };
  return (
    <DatePicker
      value={value || null}
      defaultDate={start}
      onChange={(day) => day !== null && onPick(day)}
      minDate={minDay}
      maxDate={maxDay}
      firstDayOfWeek={firstWeekday(locale)}
      weekdayFormat={written({ weekday: 'narrow' })}
      monthLabelFormat={written({ month: 'long', year: 'numeric' })}
      monthsListFormat={written({ month: 'short' })}
      getDayAriaLabel={written({ dateStyle: 'full' })}
      getDayProps={(day) => ({ 'data-autofocus': day === start || undefined })}
      highlightToday
      hideOutsideDates
      weekendDays={[]}
      classNames={{ calendarHeaderLevel: classes.month }}
      ariaLabels={{
        previousMonth: t('date-time:previousMonth'),
        nextMonth: t('date-time:nextMonth'),
        previousYear: t('date-time:previousYear'),
        nextYear: t('date-time:nextYear'),
        previousDecade: t('date-time:previousDecade'),
        nextDecade: t('date-time:nextDecade'),
      }}
      // Escape inside it does not close a dialog around it.
      {...{ __stopPropagation: true }}
    />
  );
}

/** Hours and minutes, on the clock of the person's region. */
function TimeInput({
  value,
  onChange,
  error,
  testId,
  isKept = false,
  label,
  description,
  required,
  ...others
}: InputProps & {
  /** Whether leaving the field with half a time restores the one before. */
  isKept?: boolean;
}) {
  const [restored, setRestored] = useState(0);
  const [isEmpty, setEmpty] = useState(false);
  const hasPeriod = hasHalfDays(dateLocale());
  const name = label ?? others['aria-label'];
  return (
    <TimePicker
      key={restored}
      className={classes.time}
      role="group"
      aria-label={name}
      label={label}
      description={description}
      required={required}
      value={value}
      onChange={(time) => {
        setEmpty(time === '');
        if (time !== '' || !isKept) onChange(time);
      }}
      onBlur={() => {
        if (!isKept || !isEmpty || value === '') return;
        setEmpty(false);
        setRestored(restored + 1);
      }}
      error={error}
      format={hasPeriod ? '12h' : '24h'}
      hoursInputLabel={t('date-time:hoursOf', { field: name })}
      minutesInputLabel={t('date-time:minutesOf', { field: name })}
      amPmInputLabel={t('date-time:periodOf', { field: name })}
      hoursInputProps={{ 'data-testid': testId && `${testId}-hours` }}
      minutesInputProps={{ 'data-testid': testId && `${testId}-minutes` }}
      amPmSelectProps={{ 'data-testid': testId && `${testId}-period` }}
      data-testid={testId}
    />
  );
}

function partsOf(value: string): { day: string; time: string } {
  const [day = '', time = ''] = value.split('T');
  return { day, time: time.slice(0, 5) };
}
