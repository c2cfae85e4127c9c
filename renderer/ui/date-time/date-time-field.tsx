import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadPageTexts } from '../../lib/i18n.ts';
import type { DateTimeFieldProps } from './date-time-inputs.tsx';

const Inputs = lazy(async () => {
  const [inputs] = await Promise.all([import('./date-time-inputs.tsx'), loadPageTexts()]);
  return { default: inputs.DateTimeInputs };
});

/**
 * A field for a date, a time, or both, in the person's language: typed, or chosen from a calendar. The calendar's
 * code is loaded with the first field (decision 0291).
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, description, required } = props;
  // As high as the field, so that nothing below it moves.
  const waiting = (
    <TextInput
      label={label}
      description={description}
      required={required}
      aria-label={props['aria-label']}
      disabled
    />
  );
  return (
    <Suspense fallback={waiting}>
      <Inputs {...props} />
    </Suspense>
  );
}
