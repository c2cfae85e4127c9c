import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { SecondStep, Session } from '../../../shared/contract/access/session.contract.ts';
import type { Enrolment } from '../../../shared/contract/access/two-factor.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { EntryPage } from '../../ui/entry/entry-page.tsx';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { EnrolmentForm } from '../../ui/two-factor/enrolment-form.tsx';
import { RecoveryCodes } from '../../ui/two-factor/recovery-codes.tsx';

interface StepProps {
  challenge: string;
  onEnter: (session: Session) => void;
  /** Returns to the password, also when the sign-in has expired. */
  onBack: () => void;
}

/** The step after the password: a code, or setting up the second factor that the workspace requires. */
export function SecondStepPage({ step, ...others }: Omit<StepProps, 'challenge'> & { step: SecondStep }) {
  const Step = step.secondStep === 'code' ? CodeStep : EnrolmentStep;
  return <Step challenge={step.challenge} {...others} />;
}

function CodeStep({ challenge, onEnter, onBack }: StepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('sign-in:secondStep.codeMissing') : null) },
  });
  const verifying = useMutation(
    ({ code }: { code: string }) => api.twoFactor.finishSignIn({ body: { challenge, code } }),
    { form, fields: ['code'], fieldByCode: { code_invalid: 'code' }, onSuccess: onEnter },
  );

  function switchKind(): void {
    setRecovery(!isRecovery);
    form.reset();
    verifying.reset();
  }

  return (
    <EntryPage
      title={t('sign-in:secondStep.title')}
      lead={t(isRecovery ? 'sign-in:secondStep.recoveryLead' : 'sign-in:secondStep.lead')}
    >
      <form onSubmit={form.onSubmit((values) => verifying.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            key={String(isRecovery)}
            label={t(isRecovery ? 'sign-in:secondStep.recoveryCode' : 'sign-in:secondStep.code')}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            spellCheck={false}
            maxLength={isRecovery ? 16 : 7}
            autoFocus
            data-testid="second-step-code"
            {...form.getInputProps('code')}
          />
          <MutationError mutation={verifying} />
          <Button type="submit" size="md" loading={verifying.isPending} data-testid="second-step-submit">
            {t('sign-in:secondStep.verify')}
          </Button>
          <Stack gap={4}>
            <Button variant="subtle" onClick={switchKind} data-testid="second-step-switch">
              {t(isRecovery ? 'sign-in:secondStep.useApp' : 'sign-in:secondStep.useRecovery')}
            </Button>
            <Button variant="subtle" onClick={onBack} data-testid="second-step-back">
              {t('sign-in:secondStep.back')}
            </Button>
          </Stack>
        </Stack>
      </form>
    </EntryPage>
  );
}

function EnrolmentStep({ challenge, onEnter, onBack }: StepProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [entered, setEntered] = useState<{ session: Session; recoveryCodes: string[] } | null>(null);
  const starting = useMutation(() => api.twoFactor.startAtSignIn({ body: { challenge } }), {
    onSuccess: setEnrolment,
  });

  if (entered) {
    return (
      <EntryPage title={t('twoFactor.codes.title')}>
        <RecoveryCodes codes={entered.recoveryCodes} onDone={() => onEnter(entered.session)} />
      </EntryPage>
    );
  }
  return (
    <EntryPage title={t('sign-in:enrol.title')} lead={enrolment ? undefined : t('sign-in:enrol.lead')}>
      {enrolment ? (
        <EnrolmentForm
          enrolment={enrolment}
          confirm={(code) => api.twoFactor.confirmAtSignIn({ body: { challenge, code } })}
          onDone={setEntered}
          onCancel={onBack}
        />
      ) : (
        <Stack>
          <MutationError mutation={starting} />
          <MutationButton size="md" mutation={starting} data-testid="enrol-start">
            {t('sign-in:enrol.start')}
          </MutationButton>
          <Button variant="subtle" onClick={onBack}>
            {t('sign-in:secondStep.back')}
          </Button>
        </Stack>
      )}
    </EntryPage>
  );
}
