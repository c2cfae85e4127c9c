import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ContactField } from '../../../../shared/contract/contact-fields.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
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
  if (type === 'date') {
    return (
      <DateTimeField
        kind="date"
        aria-label={label}
        value={value}
        onChange={onValue}
        data-testid="contact-field-value"
      />
    );
  }
  return (
    <SearchBox
      className={className}
      aria-label={label}
      placeholder={name}
      inputMode={type === 'number' ? 'decimal' : undefined}
      value={value}
      // A number that is not complete yet would be rejected.
      onChange={(next) => (type === 'number' && !Number.isFinite(Number(next)) ? undefined : onValue(next))}
      data-testid="contact-field-value"
    />
  );
}

function partsOf(attribute: string): [key: string, value: string] {
  const at = attribute.indexOf(':');
  return [attribute.slice(0, at), attribute.slice(at + 1)];
}
