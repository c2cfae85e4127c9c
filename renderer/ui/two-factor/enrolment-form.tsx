import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Enrolment } from '../../../shared/contract/two-factor.contract.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { SecretValue } from '../code/secret-value.tsx';
import { MutationError } from '../mutation-button.tsx';
import { QrCode } from './qr-code.tsx';

/** Sets up an authenticator app: the QR code, the same secret as text, and a code that confirms it. */
export function EnrolmentForm<Result>({
  enrolment,
  confirm,
  onDone,
  onCancel,
}: {
  enrolment: Enrolment;
  /** Sends the code to the server. */
  confirm: (code: string) => Promise<Result>;
  onDone: (result: Result) => void;
  onCancel: () => void;
}) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('twoFactor.codeMissing') : null) },
  });
  const confirming = useMutation(({ code }: { code: string }) => confirm(code), {
    form,
    fields: ['code'],
    fieldByCode: { code_invalid: 'code' },
    onSuccess: onDone,
  });
  return (
    <form onSubmit={form.onSubmit((values) => confirming.mutate(values))} noValidate>
      <Stack>
        <Text size="sm">{t('twoFactor.scan')}</Text>
        <QrCode text={enrolment.link} />
        <div>
          <Text size="sm" fw={550} mb={4}>
            {t('twoFactor.key')}
          </Text>
          <SecretValue value={enrolment.secret} testId="two-factor-key" />
        </div>
        <TextInput
          label={t('twoFactor.code')}
          description={t('twoFactor.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          data-autofocus
          data-testid="two-factor-code"
          {...form.getInputProps('code')}
        />
        <MutationError mutation={confirming} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={confirming.isPending} data-testid="two-factor-confirm">
            {t('twoFactor.turnOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
