import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { Session, SetupStatus } from '../../../shared/contract/session.contract.ts';
import { api } from '../../lib/api.ts';
import { formFaults } from '../../lib/form-errors.ts';
import { EntryPage } from '../../ui/entry-page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DemoOffer } from './demo-offer.tsx';

const FIELDS = ['workspaceName', 'name', 'email', 'password'] as const;

/** First run: a workspace and its owner, or the demo. */
export function SetupPage({ status, onEnter }: { status: SetupStatus; onEnter: (session: Session) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { workspaceName: '', name: '', email: '', password: '' },
    validate: {
      workspaceName: (value) => (value.trim() === '' ? 'Give your workspace a name' : null),
      name: (value) => (value.trim() === '' ? 'Tell us your name' : null),
      email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : 'This is not an e-mail address'),
      password: (value) => (value.length < 8 ? 'Use at least 8 characters' : null),
    },
  });

  async function handleSubmit(values: typeof form.values): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      onEnter(await api.session.setup({ body: values }));
    } catch (error) {
      const faults = formFaults(error, FIELDS);
      form.setErrors(faults.fields);
      setProblem(faults.general);
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntryPage
      title="Set up Switchboard"
      lead="A workspace for your team, and you as its owner. It takes a minute."
    >
      <form onSubmit={form.onSubmit(handleSubmit)} noValidate>
        <Stack gap="md">
          <TextInput
            label="Workspace name"
            description="Usually your company. Your team sees it."
            autoComplete="organization"
            data-autofocus
            data-testid="setup-workspace"
            {...form.getInputProps('workspaceName')}
          />
          <TextInput
            label="Your name"
            autoComplete="name"
            data-testid="setup-name"
            {...form.getInputProps('name')}
          />
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            data-testid="setup-email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            description="At least 8 characters"
            autoComplete="new-password"
            data-testid="setup-password"
            {...form.getInputProps('password')}
          />
          {problem !== null && <Notice tone="bad">{problem}</Notice>}
          <Button
            type="submit"
            size="md"
            loading={isBusy}
            rightSection={<IconArrowRight size={18} />}
            data-testid="setup-submit"
          >
            Create workspace
          </Button>
        </Stack>
      </form>
      <Divider my="lg" label="or have a look around first" />
      {status.canLoadDemo ? (
        <DemoOffer onEnter={onEnter} />
      ) : (
        <Text size="sm" c="dimmed" ta="center">
          To try it with sample conversations, stop the server and run <code>npm run demo</code>.
        </Text>
      )}
    </EntryPage>
  );
}
