import { Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Enrolment } from '../../../shared/contract/access/two-factor.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { EnrolmentForm } from '../../ui/two-factor/enrolment-form.tsx';
import { RecoveryCodes } from '../../ui/two-factor/recovery-codes.tsx';
import { refreshTwoFactor } from './profile.queries.ts';

/** A change of the second factor. */
export type TwoFactorTask = 'turn-on' | 'turn-off' | 'renew-codes';

/** Asks for the password, then does one of the tasks. Null keeps it closed. */
export function TwoFactorModal({ task, onClose }: { task: TwoFactorTask | null; onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  function close(): void {
    onClose();
    setEnrolment(null);
    setCodes(null);
  }

  function show(result: { recoveryCodes: string[] }): void {
    refreshTwoFactor();
    setCodes(result.recoveryCodes);
  }

  return (
    <Modal
      opened={task !== null}
      onClose={close}
      size={codes ? 'md' : enrolment ? 'lg' : 'md'}
      title={codes ? t('twoFactor.codes.title') : titleOf(task)}
      // Codes that are shown once must not disappear by accident.
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
      withCloseButton={codes === null}
    >
      {codes && <RecoveryCodes codes={codes} onDone={close} />}
      {!codes && enrolment && (
        <EnrolmentForm
          enrolment={enrolment}
          confirm={(code) => api.twoFactor.confirm({ body: { code } })}
          onDone={show}
          onCancel={close}
        />
      )}
      {!codes && !enrolment && task === 'turn-on' && (
        <ConfirmForm
          submit={({ password }) => api.twoFactor.start({ body: { password } })}
          onDone={setEnrolment}
          onCancel={close}
          submitLabel={t('profile:twoFactor.continue')}
        />
      )}
      {!codes && task === 'renew-codes' && (
        <ConfirmForm
          lead={t('profile:twoFactor.renewLead')}
          submit={({ password }) => api.twoFactor.renewRecoveryCodes({ body: { password } })}
          onDone={show}
          onCancel={close}
          submitLabel={t('profile:twoFactor.renew')}
        />
      )}
      {task === 'turn-off' && (
        <ConfirmForm
          hasCode
          submit={(body) => api.twoFactor.disable({ body })}
          toast={t('profile:twoFactor.turnedOff')}
          onDone={() => {
            refreshTwoFactor();
            close();
          }}
          onCancel={close}
          submitLabel={t('profile:twoFactor.turnOff')}
        />
      )}
    </Modal>
  );
}

/** The password of the signed-in person, and a code where `hasCode` is set. */
function ConfirmForm<Result>({
  lead,
  hasCode = false,
  submit,
  toast,
  onDone,
  onCancel,
  submitLabel,
}: {
  lead?: string;
  hasCode?: boolean;
  submit: (values: { password: string; code: string }) => Promise<Result>;
  toast?: string;
  onDone: (result: Result) => void;
  onCancel: () => void;
  submitLabel: string;
}) {
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value === '' ? t('profile:twoFactor.passwordMissing') : null),
      code: (value) => (hasCode && value.trim() === '' ? t('twoFactor.codeMissing') : null),
    },
  });
  const confirming = useMutation(submit, {
    form,
    fields: ['password', 'code'],
    fieldByCode: { invalid_credentials: 'password', code_invalid: 'code' },
    ...(toast !== undefined && { toast: () => toast }),
    onSuccess: onDone,
  });
  return (
    <MutationForm
      mutation={confirming}
      onSubmit={form.onSubmit((values) => confirming.mutate(values))}
      onCancel={onCancel}
      submitLabel={submitLabel}
      submitTestId="two-factor-submit"
    >
      {lead !== undefined && <Text size="sm">{lead}</Text>}
      <PasswordInput
        label={t('profile:twoFactor.password')}
        autoComplete="current-password"
        data-autofocus
        data-testid="two-factor-password"
        {...form.getInputProps('password')}
      />
      {hasCode && (
        <TextInput
          label={t('profile:twoFactor.codeOrRecovery')}
          autoComplete="one-time-code"
          maxLength={16}
          data-testid="two-factor-off-code"
          {...form.getInputProps('code')}
        />
      )}
    </MutationForm>
  );
}

function titleOf(task: TwoFactorTask | null): string {
  if (task === 'turn-off') return t('profile:twoFactor.offTitle');
  return t(task === 'renew-codes' ? 'profile:twoFactor.recovery' : 'profile:twoFactor.title');
}
