import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { Notice } from './notice.tsx';

/** The end of a form: the error of the form as a whole, the cancel button and the submit button. */
export function FormEnd({
  error,
  isPending,
  onCancel,
  testId,
  between,
  children,
}: {
  /** The error of the form as a whole, or null. */
  error: string | null;
  isPending: boolean;
  onCancel: () => void;
  /** Of the submit button. */
  testId: string;
  /** Another button, before the submit button. */
  between?: ReactNode;
  /** The label of the submit button. */
  children: ReactNode;
}) {
  return (
    <>
      {error !== null && <Notice tone="bad">{error}</Notice>}
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        {between}
        <Button type="submit" loading={isPending} data-testid={testId}>
          {children}
        </Button>
      </Group>
    </>
  );
}
