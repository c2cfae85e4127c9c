import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { SecondStep, Session } from '../../../shared/contract/access/session.contract.ts';
import { api } from '../../lib/api/api.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { useFirstFocus } from '../../lib/forms/use-first-focus.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { EntryPage } from '../../ui/entry/entry-page.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecondStepPage } from './second-step.tsx';

/** The sign-in page. A person with several workspaces chooses one first. */
export function SignInPage({
  notice,
  email,
  onEnter,
  onCreate,
}: {
  notice: string | null;
  /** Of the person whose session has ended; else empty. */
  email: string;
  onEnter: (session: Session) => void;
  /** Opens the form for a new workspace, where the server allows it. */
  onCreate?: () => void;
}) {
  const [choices, setChoices] = useState<WorkspaceChoice[]>([]);
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null);
  const element = useFirstFocus();
  const form = useForm({
    initialValues: { email, password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t('sign-in:emailMissing') : null),
      password: (value) => (value === '' ? t('sign-in:passwordMissing') : null),
    },
  });

  async function signIn(workspaceId: string | null): Promise<void> {
    try {
      const body = { ...form.getValues(), ...(workspaceId && { workspaceId }) };
      const result = await api.session.signIn({ body });
      if ('challenge' in result) setSecondStep(result);
      else onEnter(result);
    } catch (error) {
      const { code, details } = asApiError(error);
      if (code !== 'workspace_choice_required') throw error;
      setChoices(details.map(({ path, message }) => ({ id: path, name: message })));
    }
  }

  const signingIn = useMutation(signIn, {
    form,
    fields: ['email', 'password'],
    onError: () => setChoices([]),
  });

  if (secondStep) {
    return (
      <SecondStepPage
        step={secondStep}
        onEnter={onEnter}
        onBack={() => {
          setSecondStep(null);
          setChoices([]);
        }}
      />
    );
  }

  if (choices.length > 0) {
    return (
      <EntryPage
        title={t('sign-in:choose.title')}
        lead={t('sign-in:choose.lead', { email: form.getValues().email })}
      >
        <WorkspacePicker
          choices={choices}
          isPending={signingIn.isPending}
          onChoose={signingIn.mutate}
          onBack={() => setChoices([])}
        />
      </EntryPage>
    );
  }

  return (
    <EntryPage title={t('sign-in:signIn')} footer={<NoAccount onCreate={onCreate} />}>
      <form ref={element} onSubmit={form.onSubmit(() => signingIn.mutate(null))} noValidate>
        <Stack gap="md">
          {notice !== null && signingIn.error === null && <Notice tone="quiet">{notice}</Notice>}
          <TextInput
            label={t('fields.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            data-testid="login-email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('fields.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-testid="login-password"
            {...form.getInputProps('password')}
          />
          <MutationError mutation={signingIn} />
          <Button type="submit" size="md" loading={signingIn.isPending} data-testid="login-submit">
            {t('sign-in:signIn')}
          </Button>
        </Stack>
      </form>
    </EntryPage>
  );
}

function NoAccount({ onCreate }: { onCreate?: () => void }) {
  if (!onCreate) return t('sign-in:noAccount');
  const create = (
    <Anchor component="button" type="button" inherit onClick={onCreate} data-testid="create-own" />
  );
  return <Trans t={t} i18nKey="sign-in:noAccountOrCreate" components={{ create }} />;
}

interface WorkspaceChoice {
  id: string;
  name: string;
}

/** One button for each workspace that the person belongs to. */
function WorkspacePicker({
  choices,
  isPending,
  onChoose,
  onBack,
}: {
  choices: readonly WorkspaceChoice[];
  isPending: boolean;
  onChoose: (id: string) => void;
  onBack: () => void;
}) {
  return (
    <Stack gap="xs">
      {choices.map((choice) => (
        <Button
          key={choice.id}
          variant="default"
          size="md"
          justify="space-between"
          disabled={isPending}
          rightSection={<IconChevronRight size={18} />}
          onClick={() => onChoose(choice.id)}
          data-testid="workspace-choice"
        >
          {choice.name}
        </Button>
      ))}
      <Button variant="subtle" mt="xs" onClick={onBack}>
        {t('sign-in:choose.otherAddress')}
      </Button>
    </Stack>
  );
}
