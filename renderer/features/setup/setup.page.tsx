import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowRight } from '@tabler/icons-react';
import { AddMemberSchema, PasswordSchema } from '../../../shared/contract/members.contract.ts';
import type { Session, SetupStatus } from '../../../shared/contract/session.contract.ts';
import { lineText } from '../../../shared/domain/text.ts';
import { api } from '../../lib/api.ts';
import { emailRule, required } from '../../lib/field-rules.ts';
import { useFormSave } from '../../lib/use-form-save.ts';
import { EntryPage } from '../../ui/entry-page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DemoOffer } from './demo-offer.tsx';

const FIELDS = ['workspaceName', 'name', 'email', 'password'] as const;

/** A workspace and its owner; on the first run the demo as well, later the way back to `onBack`. */
export function SetupPage({
  status,
  onEnter,
  onBack,
}: {
  status: SetupStatus;
  onEnter: (session: Session) => void;
  onBack?: () => void;
}) {
  const form = useForm({
    initialValues: { workspaceName: '', name: '', email: '', password: '' },
    validate: {
      workspaceName: required('Give your workspace a name', lineText({ min: 1, max: 80 })),
      name: required('Tell us your name', AddMemberSchema.shape.name),
      email: emailRule,
      password: required('Choose a password', PasswordSchema),
    },
  });
  const saving = useFormSave(form, FIELDS);

  async function handleSubmit(values: typeof form.values): Promise<void> {
    await saving.run(async () => {
      onEnter(await api.session.setup({ body: values }));
    });
  }

  return (
    <EntryPage
      title={status.needsSetup ? 'Set up Switchboard' : 'Create your workspace'}
      lead="A workspace for your team, and you as its owner. It takes a minute."
    >
      <form onSubmit={form.onSubmit(handleSubmit)} noValidate>
        <Stack gap="md">
          <TextInput
            label="Workspace name"
            required
            description="Usually your company. Your team sees it."
            autoComplete="organization"
            data-autofocus
            data-testid="setup-workspace"
            {...form.getInputProps('workspaceName')}
          />
          <TextInput
            label="Your name"
            required
            autoComplete="name"
            data-testid="setup-name"
            {...form.getInputProps('name')}
          />
          <TextInput
            label="E-mail address"
            required
            type="email"
            autoComplete="username"
            data-testid="setup-email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            required
            description="At least 8 characters"
            autoComplete="new-password"
            data-testid="setup-password"
            {...form.getInputProps('password')}
          />
          {saving.problem !== null && <Notice tone="bad">{saving.problem}</Notice>}
          <Button
            type="submit"
            size="md"
            loading={saving.isBusy}
            rightSection={<IconArrowRight size={18} />}
            data-testid="setup-submit"
          >
            Create workspace
          </Button>
        </Stack>
      </form>
      {status.needsSetup && <LookAround canLoadDemo={status.canLoadDemo} onEnter={onEnter} />}
      {onBack && (
        <Button variant="subtle" fullWidth mt="xs" onClick={onBack} data-testid="setup-back">
          Back to sign-in
        </Button>
      )}
    </EntryPage>
  );
}

function LookAround({ canLoadDemo, onEnter }: { canLoadDemo: boolean; onEnter: (session: Session) => void }) {
  return (
    <>
      <Divider my="lg" label="or have a look around first" />
      {canLoadDemo ? (
        <DemoOffer onEnter={onEnter} />
      ) : (
        <Text size="sm" c="dimmed" ta="center">
          To try it with sample conversations, stop the server and run <code>npm run demo</code>.
        </Text>
      )}
    </>
  );
}
