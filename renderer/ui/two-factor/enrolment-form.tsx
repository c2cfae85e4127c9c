import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Enrolment } from '../../../shared/contract/access/two-factor.contract.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { CopyButton } from '../code/copy-button.tsx';
import { MutationError } from '../mutation-button.tsx';
import { QrCode } from './qr-code.tsx';
import classes from './two-factor.module.css';

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
        <div className={classes.enrolment}>
          <QrCode text={enrolment.link} />
          <Stack gap="xs" className={classes.key}>
            <Text size="sm">{t('twoFactor.scan')}</Text>
            <Text size="sm" c="dimmed">
              {t('twoFactor.key')}
            </Text>
            <code className={classes.secret} data-testid="two-factor-key">
              {inFours(enrolment.secret)}
            </code>
            <div>
              <CopyButton value={enrolment.secret} size="xs" />
            </div>
          </Stack>
        </div>
        <TextInput
          label={t('twoFactor.code')}
          description={t('twoFactor.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          // The form takes the place of another one, whose field had the focus.
          autoFocus
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

/** Groups of four are easier to type, and apps ignore the spaces. */
function inFours(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
