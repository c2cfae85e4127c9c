import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../lib/api/api.ts';
import { useMutation } from '../lib/forms/use-mutation.ts';
import { t } from '../lib/i18n.ts';
import { MutationError } from '../ui/mutation-button.tsx';

/** The field and buttons of the confirmation. */
export function ConfirmationForm({
  kind,
  onSwitch,
  onAnswer,
}: {
  kind: 'password' | 'code';
  /** Switches between the password and a code; null for people without an app. */
  onSwitch: (() => void) | null;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const isCode = kind === 'code';
  const form = useForm({
    initialValues: { proof: '' },
    validate: {
      proof: (value) =>
        value.trim() === '' ? t(isCode ? 'twoFactor.codeMissing' : 'identity.missing') : null,
    },
  });
  const focus = () => form.getInputNode('proof')?.focus();
  const confirming = useMutation(
    ({ proof }: { proof: string }) =>
      api.session.confirm({ body: isCode ? { code: proof } : { password: proof } }),
    {
      form,
      fields: ['proof'],
      fieldByCode: { invalid_credentials: 'proof', code_invalid: 'proof' },
      onSuccess: () => onAnswer(true),
      onError: focus,
    },
  );
  // A dialog below must not close with this one.
  const ownEscape = { 'data-mantine-stop-propagation': 'true' };
  const field = {
    autoFocus: true,
    'data-autofocus': true,
    'data-testid': `confirmation-${kind}`,
    ...ownEscape,
    ...form.getInputProps('proof'),
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => confirming.mutate(values), focus)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onAnswer(false);
      }}
      data-testid="confirmation"
    >
      <Stack>
        <Text size="sm">{t(isCode ? 'identity.codeText' : 'identity.text')}</Text>
        {isCode ? (
          <TextInput
            label={t('twoFactor.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            {...field}
          />
        ) : (
          <PasswordInput
            label={t('identity.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={ownEscape}
            {...field}
          />
        )}
        {onSwitch && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="start"
            onClick={onSwitch}
            data-testid="confirmation-switch"
            {...ownEscape}
          >
            {t(isCode ? 'identity.usePassword' : 'identity.useCode')}
          </Anchor>
        )}
        <MutationError mutation={confirming} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)} {...ownEscape}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            loading={confirming.isPending}
            data-testid="confirmation-submit"
            {...ownEscape}
          >
            {t('identity.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
