import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { Notice } from './notice.tsx';

/** The end of a form: what is wrong with all of it, the way out, and the button that sends it. */
export function FormEnd({
  problem,
  isBusy,
  onCancel,
  testId,
  between,
  children,
}: {
  /** What went wrong with the last try, or null. */
  problem: ReactNode;
  isBusy: boolean;
  onCancel: () => void;
  /** Of the button that sends. */
  testId: string;
  /** Another button, before that one. */
  between?: ReactNode;
  /** What that button says. */
  children: ReactNode;
}) {
  return (
    <>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        {between}
        <Button type="submit" loading={isBusy} data-testid={testId}>
          {children}
        </Button>
      </Group>
    </>
  );
}
