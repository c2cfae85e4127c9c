import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import classes from './step-frame.module.css';

/** What every step can do beside its own work. */
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
  /** Nothing can be sent off yet. */
  isOff?: boolean;
  /** The error of the step as a whole, or null. */
  error: string | null;
  onSubmit: () => void;
}

/** One question of the setup: what it is, what is typed, and the way back and on. */
export function StepFrame(props: StepFrameProps) {
  const {
    title,
    lead,
    children,
    submitLabel = t('channel:setup.continue'),
    isPending,
    isOff = false,
    error,
    onSubmit,
  } = props;
  return (
    <form
      className={classes.frame}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog of a step has a form of its own, whose events come by here.
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
        <Button type="submit" loading={isPending} disabled={isOff} data-testid="step-continue">
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}
