import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { api } from '../../lib/api.ts';
import { asApiError } from '../../lib/api-error.ts';
import { formFaults } from '../../lib/form-errors.ts';
import { EntryPage } from '../../ui/entry-page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type WorkspaceChoice, WorkspacePicker } from './workspace-picker.tsx';

/** The way in for people with an account. An address that several workspaces know leads to a choice first. */
export function SignInPage({
  notice,
  onEnter,
  onCreate,
}: {
  notice: string | null;
  onEnter: (session: Session) => void;
  /** Leads to a workspace of their own, where the server lets visitors make one. */
  onCreate?: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [choices, setChoices] = useState<WorkspaceChoice[]>([]);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Enter your e-mail address' : null),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });

  async function signIn(workspaceId?: string): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      onEnter(
        await api.session.signIn({ body: { ...form.getValues(), ...(workspaceId && { workspaceId }) } }),
      );
    } catch (error) {
      const failure = asApiError(error);
      if (failure.code === 'workspace_choice_required') {
        setChoices(failure.details.map(({ path, message }) => ({ id: path, name: message })));
        return;
      }
      const faults = formFaults(error, ['email', 'password']);
      form.setErrors(faults.fields);
      setProblem(faults.general);
      setChoices([]);
    } finally {
      setBusy(false);
    }
  }

  if (choices.length > 0) {
    return (
      <EntryPage title="Choose a workspace" lead={`${form.getValues().email} belongs to more than one.`}>
        <WorkspacePicker choices={choices} isBusy={isBusy} onChoose={signIn} onBack={() => setChoices([])} />
      </EntryPage>
    );
  }

  return (
    <EntryPage title="Sign in" footer={<NoAccount onCreate={onCreate} />}>
      <form onSubmit={form.onSubmit(() => signIn())} noValidate>
        <Stack gap="md">
          {notice !== null && problem === null && <Notice tone="quiet">{notice}</Notice>}
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            data-testid="login-email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-testid="login-password"
            {...form.getInputProps('password')}
          />
          {problem !== null && <Notice tone="bad">{problem}</Notice>}
          <Button type="submit" size="md" loading={isBusy} data-testid="login-submit">
            Sign in
          </Button>
        </Stack>
      </form>
    </EntryPage>
  );
}

function NoAccount({ onCreate }: { onCreate?: () => void }) {
  return (
    <>
      No account yet? The owner of your workspace can add you under People.
      {onCreate && (
        <>
          {' Or '}
          <Anchor component="button" type="button" inherit onClick={onCreate} data-testid="create-own">
            create your own workspace
          </Anchor>
          .
        </>
      )}
    </>
  );
}
