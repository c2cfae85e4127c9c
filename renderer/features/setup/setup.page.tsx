import { Button, Divider, PasswordInput, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowRight } from '@tabler/icons-react';
import { AddMemberSchema, PasswordSchema } from '../../../shared/contract/access/members.contract.ts';
import type { Session, SetupStatus } from '../../../shared/contract/access/session.contract.ts';
import { lineText } from '../../../shared/domain/text.ts';
import { api } from '../../lib/api/api.ts';
import { guessCountry } from '../../lib/format/guess-country.ts';
import { emailRule, passwordErrors, required } from '../../lib/forms/field-rules.ts';
import { useFirstFocus } from '../../lib/forms/use-first-focus.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { CountrySelect } from '../../ui/country-select.tsx';
import { EntryPage } from '../../ui/entry/entry-page.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { DemoOffer } from './demo-offer.tsx';

const FIELDS = ['setupCode', 'workspaceName', 'name', 'email', 'password', 'defaultCountry'] as const;
const CODE_ERRORS = { setup_code_required: 'setupCode', setup_code_invalid: 'setupCode' };

/** The form for a workspace and its owner. The first run also offers the demo; later there is a link back. */
export function SetupPage({
  status,
  onEnter,
  onCreated,
  onBack,
}: {
  status: SetupStatus;
  /** Enters the demo. */
  onEnter: (session: Session) => void;
  /** Enters the workspace that was created. */
  onCreated: (session: Session) => void;
  onBack?: () => void;
}) {
  const form = useForm({
    initialValues: {
      setupCode: '',
      workspaceName: '',
      name: '',
      email: '',
      password: '',
      defaultCountry: guessCountry(navigator.languages),
    },
    validate: {
      setupCode: (value) => (status.needsSetupCode && value.trim() === '' ? t('setup:code.missing') : null),
      workspaceName: required(t('setup:workspace.missing'), lineText({ min: 1, max: 80 })),
      name: required(t('setup:name.missing'), AddMemberSchema.shape.name),
      email: emailRule,
      password: required(t('setup:password.missing'), PasswordSchema),
    },
  });
  const element = useFirstFocus();
  const saving = useMutation(
    (values: typeof form.values) => api.session.setup({ body: { ...values, setupCode } }),
    {
      form,
      fields: FIELDS,
      fieldByCode: { ...passwordErrors('password'), ...(status.needsSetupCode && CODE_ERRORS) },
      onSuccess: onCreated,
    },
  );
  const setupCode = form.values.setupCode.trim() || undefined;

  return (
    <EntryPage title={t(status.needsSetup ? 'setup:title.first' : 'setup:title.more')} lead={t('setup:lead')}>
      <form ref={element} onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
        <Stack gap="md">
          {status.needsSetupCode && <SetupCodeInput {...form.getInputProps('setupCode')} />}
          <TextInput
            label={t('setup:workspace.label')}
            required
            description={t('setup:workspace.hint')}
            autoComplete="organization"
            data-testid="setup-workspace"
            {...form.getInputProps('workspaceName')}
          />
          <TextInput
            label={t('setup:name.label')}
            required
            autoComplete="name"
            data-testid="setup-name"
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('fields.email')}
            required
            type="email"
            autoComplete="username"
            data-testid="setup-email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('fields.password')}
            required
            description={t('setup:password.hint')}
            autoComplete="new-password"
            data-testid="setup-password"
            {...form.getInputProps('password')}
          />
          <CountrySelect
            clearable
            data-testid="setup-country"
            value={form.values.defaultCountry}
            onChange={(country) => form.setFieldValue('defaultCountry', country)}
            error={form.errors.defaultCountry}
          />
          <MutationError mutation={saving} />
          <Button
            type="submit"
            size="md"
            loading={saving.isPending}
            rightSection={<IconArrowRight size={18} />}
            data-testid="setup-submit"
          >
            {t('setup:submit')}
          </Button>
        </Stack>
      </form>
      {status.needsSetup && status.canLoadDemo && <DemoSection setupCode={setupCode} onEnter={onEnter} />}
      {onBack && (
        <Button variant="subtle" fullWidth mt="xs" onClick={onBack} data-testid="setup-back">
          {t('setup:back')}
        </Button>
      )}
    </EntryPage>
  );
}

function DemoSection({
  setupCode,
  onEnter,
}: {
  setupCode: string | undefined;
  onEnter: (session: Session) => void;
}) {
  return (
    <>
      <Divider my="lg" label={t('setup:demo.divider')} />
      <DemoOffer setupCode={setupCode} onEnter={onEnter} />
    </>
  );
}

/** The field for the code that lets a person set up this server from another machine. */
function SetupCodeInput(input: TextInputProps) {
  return (
    <TextInput
      label={t('setup:code.label')}
      required
      description={t('setup:code.hint')}
      placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      data-testid="setup-code"
      {...input}
    />
  );
}
