import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TemplateField } from '../../../shared/domain/template-fields.ts';
import { capitalised } from '../../lib/form-errors.ts';

export interface TemplateFieldProps {
  field: TemplateField;
  label: string;
  example: string;
  value: string;
  /** What is wrong with the value; shown once the person has left the field. */
  fault: string | undefined;
  onChange(value: string): void;
}

const HINTS: Partial<Record<TemplateField['kind'], string>> = {
  link: 'A public link: the platform fetches the file from there.',
  suffix: 'Only the last part: the beginning is fixed in the template.',
  payload: 'Your programs see it. Left empty, it is the label of the button.',
};

/** One thing to fill in. Files are named by their link; whatever uploads them only has to fill in the same value. */
export function TemplateFieldInput({ field, label, example, value, fault, onChange }: TemplateFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const isShown = fault !== undefined && isLeft && value !== '';
  const isNumber = field.kind === 'latitude' || field.kind === 'longitude';
  return (
    <TextInput
      label={label}
      description={HINTS[field.kind]}
      placeholder={example === '' ? undefined : `for example ${example}`}
      withAsterisk={!field.isOptional}
      aria-required={!field.isOptional}
      type={field.kind === 'link' ? 'url' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      value={value}
      error={isShown ? capitalised(fault) : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      data-testid={`template-field-${field.key}`}
    />
  );
}
