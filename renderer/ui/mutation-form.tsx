import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { MutationError } from './mutation-button.tsx';
import classes from './mutation-form.module.css';

/** A form that saves with a mutation: the fields, the form-level error, Cancel and the submit button. */
export function MutationForm({
  mutation,
  onSubmit,
  onCancel,
  submitLabel,
  submitTestId,
  extraButton,
  isLong = false,
  testId,
  children,
}: {
  mutation: { isPending: boolean; error: string | null };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  submitLabel: string;
  submitTestId: string;
  /** Another button before the submit button. */
  extraButton?: ReactNode;
  /** Whether it scrolls in its dialog: its buttons stay in view. */
  isLong?: boolean;
  testId?: string;
  children: ReactNode;
}) {
  return (
    <form onSubmit={onSubmit} noValidate data-testid={testId}>
      <Stack>
        {children}
        <MutationError mutation={mutation} />
        <Group justify="flex-end" mt="xs" className={isLong ? classes.kept : undefined}>
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          {extraButton}
          <Button type="submit" loading={mutation.isPending} data-testid={submitTestId}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
