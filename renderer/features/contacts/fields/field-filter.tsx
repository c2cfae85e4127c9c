import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ContactField } from '../../../../shared/contract/contact-fields.contract.ts';
import { dayText } from '../../../lib/format/day-text.ts';
import { dateLocale } from '../../../lib/format/format.ts';
import { numberSeparators } from '../../../lib/format/number-separators.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { SearchBox, type SearchBoxProps } from '../../../ui/search-box.tsx';
import { fieldsOptions } from './fields.queries.ts';

export interface FieldFilterProps {
  className: string | undefined;
  /** `key:value`; null shows contacts with any values. */
  attribute: string | null;
  onAttribute: (attribute: string | null) => void;
}

/** Chooses a value of a custom field of the contacts to show. Hidden while the workspace has no fields. */
export function FieldFilter({ className, attribute, onAttribute }: FieldFilterProps) {
  const { data } = useQuery(fieldsOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  const fields = data?.data ?? [];
  const [key, value] = attribute === null ? [chosen, ''] : partsOf(attribute);
  const field = fields.find((one) => one.key === key);
  const isDeleted = data !== undefined && attribute !== null && field === undefined;
  const drop = useEffectEvent(() => onAttribute(null));
  useEffect(() => {
    if (isDeleted) drop();
  }, [isDeleted]);
  if (fields.length === 0) return null;
  return (
    <>
      <Select
        className={className}
        label={t('contacts:page.field')}
        comboboxProps={{ withinPortal: false }}
        placeholder={t('contacts:page.anyField')}
        clearable
        clearButtonProps={{ 'aria-label': t('contacts:page.anyField') }}
        data={fields.map((one) => ({ value: one.key, label: one.name }))}
        value={field?.key ?? null}
        onChange={(next) => {
          setChosen(next);
          if (attribute !== null) onAttribute(null);
        }}
        data-testid="contact-field-filter"
      />
      {field && (
        <ValueInput
          key={field.key}
          className={className}
          field={field}
          value={value}
          onValue={(next) => {
            setChosen(field.key);
            onAttribute(next === '' ? null : `${field.key}:${next}`);
          }}
        />
      )}
    </>
  );
}

interface ValueInputProps {
  className: string | undefined;
  field: ContactField;
  value: string;
  onValue: (value: string) => void;
}

function ValueInput({ className, field: { name, type, options }, value, onValue }: ValueInputProps) {
  const label = t('contacts:page.fieldValue', { name });
  if (type === 'select' || type === 'boolean') {
    const choices =
      type === 'select'
        ? options
        : [
            { value: 'true', label: t('contacts:card.yes') },
            { value: 'false', label: t('contacts:card.no') },
          ];
    return (
      <Select
        className={className}
        aria-label={label}
        placeholder={name}
        comboboxProps={{ withinPortal: false }}
        data={choices}
        value={value === '' ? null : value}
        onChange={(next) => onValue(next ?? '')}
        data-testid="contact-field-value"
      />
    );
  }
  if (type === 'date' || type === 'number') return <RangeInput type={type} value={value} onValue={onValue} />;
  return (
    <SearchBox
      className={className}
      aria-label={label}
      placeholder={name}
      value={value}
      onChange={onValue}
      data-testid="contact-field-value"
    />
  );
}

/** The two ends of a range, each of which may be left open. An end that is typed before the other one is kept apart. */
function RangeInput({
  type,
  value,
  onValue,
}: {
  type: 'number' | 'date';
  value: string;
  onValue: (value: string) => void;
}) {
  const [typed, setTyped] = useState(rangeOf(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (rangeText(typed) !== value) setTyped(rangeOf(value));
  }
  const isTurned = (ends: typeof typed) =>
    ends.from !== '' &&
    ends.to !== '' &&
    (type === 'number' ? Number(ends.from) > Number(ends.to) : ends.from > ends.to);
  function change(ends: typeof typed) {
    setTyped(ends);
    if (isTurned(ends)) return;
    onValue(rangeText(ends));
  }
  const input = (end: 'from' | 'to') => {
    const shared = {
      label: t(`contacts:filters.${end}`),
      value: typed[end],
      error: end === 'to' && isTurned(typed) ? t('contacts:filters.turned') : undefined,
      'data-testid': `contact-field-${end}`,
    };
    if (type === 'date')
      return <DateTimeField kind="date" {...shared} onChange={(day) => change({ ...typed, [end]: day })} />;
    return <NumberEnd {...shared} onChange={(next) => change({ ...typed, [end]: next })} />;
  };
  return (
    <Group grow gap="xs" align="flex-start" wrap="nowrap">
      {input('from')}
      {input('to')}
    </Group>
  );
}

/** An end that is a number, with the decimal separator of the language. */
function NumberEnd({ error, onChange, ...input }: SearchBoxProps) {
  const [isWrong, setWrong] = useState(false);
  return (
    <SearchBox
      {...input}
      error={isWrong ? t('contacts:filters.notNumber') : error}
      leftSection={null}
      inputMode="decimal"
      onInput={() => setWrong(false)}
      onChange={(next) => {
        const number = next.replace(numberSeparators().decimalSeparator, '.');
        // Without its decimals, a number is not complete.
        const isNumber = Number.isFinite(Number(number)) && !number.endsWith('.');
        setWrong(!isNumber);
        if (isNumber) onChange(number);
      }}
    />
  );
}

/** Returns the ends of a range as it is in a filter; one value is both. */
function rangeOf(value: string): { from: string; to: string } {
  const at = value.indexOf('..');
  return at < 0 ? { from: value, to: value } : { from: value.slice(0, at), to: value.slice(at + 2) };
}

function rangeText({ from, to }: { from: string; to: string }): string {
  if (from === to) return from;
  return `${from}..${to}`;
}

/** Says which values of a field a filter has: one, or those from one to another. */
export function wantedText(field: Pick<ContactField, 'type'> | undefined, value: string): string {
  if (field?.type !== 'number' && field?.type !== 'date') return value;
  const say = (end: string) => (field.type === 'date' ? dayText(end, dateLocale()) || end : end);
  const { from, to } = rangeOf(value);
  if (from === to) return say(from);
  if (to === '') return t('contacts:filters.startingAt', { from: say(from) });
  if (from === '') return t('contacts:filters.upTo', { to: say(to) });
  return t('contacts:filters.between', { from: say(from), to: say(to) });
}

function partsOf(attribute: string): [key: string, value: string] {
  const at = attribute.indexOf(':');
  return [attribute.slice(0, at), attribute.slice(at + 1)];
}
