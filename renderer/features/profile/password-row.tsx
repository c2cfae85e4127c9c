import { Button, Modal, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { PasswordSchema } from '../../../shared/contract/access/members.contract.ts';
import { api } from '../../lib/api/api.ts';
import { passwordErrors, required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';

/** The person's password, with a form to change it. */
export function PasswordRow({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <SettingRow label={t('profile:password.label')} description={t('profile:password.hint')}>
      <Button variant="default" onClick={() => setOpen(true)} data-testid="password-change">
        {t('profile:password.change')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('profile:password.change')}>
        <PasswordForm email={email} onDone={close} />
      </Modal>
    </SettingRow>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value === '' ? t('profile:password.currentMissing') : null),
      newPassword: required(t('profile:password.newMissing'), PasswordSchema),
    },
  });
  const changing = useMutation((body: typeof form.values) => api.session.changePassword({ body }), {
    form,
    fields: ['currentPassword', 'newPassword'],
    fieldByCode: { invalid_credentials: 'currentPassword', ...passwordErrors('newPassword') },
    toast: () => t('profile:password.changed'),
    onSuccess: onDone,
  });
  return (
    <MutationForm
      mutation={changing}
      onSubmit={form.onSubmit((values) => changing.mutate(values))}
      onCancel={onDone}
      submitLabel={t('profile:password.change')}
      submitTestId="password-submit"
    >
      {/* Lets password managers store the new password for this account. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label={t('profile:password.current')}
        autoComplete="current-password"
        data-autofocus
        data-testid="password-current"
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={t('profile:password.new')}
        description={t('profile:password.newHint')}
        autoComplete="new-password"
        data-testid="password-new"
        {...form.getInputProps('newPassword')}
      />
    </MutationForm>
  );
}
