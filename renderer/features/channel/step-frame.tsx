import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import classes from './step-frame.module.css';

/** The navigation of a step. */
export interface StepMoves {
  onBack: (() => void) | null;
  onSkip: (() => void) | null;
}

export interface StepFrameProps extends StepMoves {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  submitLabel?: string;
  isPending: boolean;
  /** Disables the submit button. */
  isDisabled?: boolean;
  /** The error of the step as a whole, or null. */
  error: string | null;
  onSubmit: () => void;
}

/** The frame of a setup step: title, fields, error and navigation. */
export function StepFrame(props: StepFrameProps) {
  const {
    title,
    lead,
    children,
    submitLabel = t('channel:setup.continue'),
    isPending,
    isDisabled = false,
    error,
    onSubmit,
  } = props;
  return (
    <form
      className={classes.frame}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Submit events of a dialog inside the step bubble up to here.
        if (event.target === event.currentTarget) onSubmit();
      }}
    >
      <Title order={2}>{title}</Title>
      <Text component="div" c="dimmed" size="sm" mt={6} maw="68ch">
        {lead}
      </Text>
      <Stack mt="lg" gap="md">
        {children}
        {error !== null && <Notice tone="bad">{error}</Notice>}
      </Stack>
      <Group className={classes.foot} gap="sm">
        {props.onBack && (
          <Button variant="default" onClick={props.onBack} data-testid="step-back">
            {t('channel:setup.back')}
          </Button>
        )}
        <span className={classes.space} />
        {props.onSkip && (
          <Button variant="subtle" onClick={props.onSkip} data-testid="step-skip">
            {t('channel:setup.skip')}
          </Button>
        )}
        <Button type="submit" loading={isPending} disabled={isDisabled} data-testid="step-continue">
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}
