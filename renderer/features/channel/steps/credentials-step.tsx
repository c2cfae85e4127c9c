import { Text, Title } from '@mantine/core';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { CredentialsForm } from '../credentials-form.tsx';
import classes from '../step-frame.module.css';
import type { StepProps } from './step-props.ts';

/** All five values at once, after the steps on the platform's own pages. */
export function CredentialsStep({ cloudApi, onNext, onBack }: StepProps) {
  const moving = useMutation(onNext);
  return (
    <div className={classes.frame}>
      <Title order={2}>{t('channel:byHand.credentials.title')}</Title>
      <Text c="dimmed" size="sm" mt={6} mb="lg" maw="68ch">
        {t('channel:byHand.credentials.lead')}
      </Text>
      <CredentialsForm cloudApi={cloudApi} onSaved={() => moving.mutate()} onCancel={() => onBack?.()} />
      <MutationError mutation={moving} />
    </div>
  );
}
