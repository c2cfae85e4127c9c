import { Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Trans } from 'react-i18next';
import { AddMemberSchema, PasswordSchema } from '../../../shared/contract/access/members.contract.ts';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { passwordErrors, required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { EntryPage } from '../../ui/entry/entry-page.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';

type Link = Awaited<ReturnType<typeof api.accessLinks.open>>;

/** The page of an invitation, or of a link that sets a new password. */
export function AccessLinkPage({
  token,
  onEnter,
  onSignIn,
  onLeave,
}: {
  token: string;
  onEnter: (session: Session) => void;
  /** Opens the sign-in page, after what the message says. */
  onSignIn: (message: string) => void;
  /** Opens the sign-in page, or the product when the person is signed in. */
  onLeave: () => void;
}) {
  const opened = useQuery({
    ...queries.accessLinks.open.queryOptions({ input: { body: { token } } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (opened.error) {
    const isInvalid = asApiError(opened.error).code === 'access_link_invalid';
    return (
      <EntryPage title={t(isInvalid ? 'access-links:invalid' : 'access-links:failed')}>
        {isInvalid ? (
          <Stack>
            <Notice tone="warn">{opened.error.message}</Notice>
            <Button variant="default" onClick={onLeave} data-testid="access-link-leave">
              {t('access-links:toSignIn')}
            </Button>
          </Stack>
        ) : (
          <Stack>
            <Notice tone="bad">{opened.error.message}</Notice>
            <Button
              variant="default"
              loading={opened.isFetching}
              onClick={() => void opened.refetch()}
              data-testid="access-link-retry"
            >
              {t('actions.retry')}
            </Button>
          </Stack>
        )}
      </EntryPage>
    );
  }
  if (!opened.data)
    return (
      <EntryPage title={t('access-links:loading')}>
        <Stack aria-busy="true">
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      </EntryPage>
    );
  return opened.data.kind === 'invitation' ? (
    <InvitationForm token={token} link={opened.data} onEnter={onEnter} onSignIn={onSignIn} />
  ) : (
    <ResetForm token={token} link={opened.data} onSignIn={onSignIn} />
  );
}

function InvitationForm({
  token,
  link,
  onEnter,
  onSignIn,
}: {
  token: string;
  link: Link;
  onEnter: (session: Session) => void;
  onSignIn: (message: string) => void;
}) {
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: required(t('access-links:nameMissing'), AddMemberSchema.shape.name),
      password: required(t('access-links:passwordMissing'), PasswordSchema),
    },
  });
  const accepting = useMutation(
    (values: typeof form.values) => api.accessLinks.accept({ body: { token, ...values } }),
    {
      form,
      fields: ['name', 'password'],
      fieldByCode: passwordErrors('password'),
      onSuccess: ({ session }) => (session ? onEnter(session) : onSignIn(t('access-links:invitation.ready'))),
    },
  );
  return (
    <EntryPage
      title={t('access-links:invitation.title', { workspace: link.workspaceName })}
      lead={
        <Trans
          t={t}
          i18nKey="access-links:invitation.lead"
          values={{ role: link.role === null ? '' : t(`app:account.roles.${link.role}`) }}
        />
      }
    >
      <form noValidate onSubmit={form.onSubmit((values) => accepting.mutate(values))}>
        <Stack gap="md">
          <Address email={link.email} />
          <TextInput
            label={t('access-links:name')}
            required
            autoComplete="name"
            autoFocus
            data-testid="accept-name"
            {...form.getInputProps('name')}
          />
          <PasswordInput
            label={t('access-links:choosePassword')}
            description={t('access-links:passwordHint')}
            required
            autoComplete="new-password"
            data-testid="accept-password"
            {...form.getInputProps('password')}
          />
          <MutationError mutation={accepting} />
          <Button type="submit" size="md" loading={accepting.isPending} data-testid="accept-submit">
            {t('access-links:invitation.submit')}
          </Button>
        </Stack>
      </form>
    </EntryPage>
  );
}

function ResetForm({
  token,
  link,
  onSignIn,
}: {
  token: string;
  link: Link;
  onSignIn: (message: string) => void;
}) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: required(t('access-links:passwordMissing'), PasswordSchema) },
  });
  const resetting = useMutation(
    (values: typeof form.values) => api.accessLinks.resetPassword({ body: { token, ...values } }),
    {
      form,
      fields: ['password'],
      fieldByCode: passwordErrors('password'),
      onSuccess: () => onSignIn(t('access-links:reset.changed')),
    },
  );
  return (
    <EntryPage
      title={t('access-links:reset.title')}
      lead={t('access-links:reset.lead', { workspace: link.workspaceName })}
    >
      <form noValidate onSubmit={form.onSubmit((values) => resetting.mutate(values))}>
        <Stack gap="md">
          <Address email={link.email} />
          <PasswordInput
            label={t('access-links:newPassword')}
            description={t('access-links:passwordHint')}
            required
            autoComplete="new-password"
            autoFocus
            data-testid="reset-password"
            {...form.getInputProps('password')}
          />
          <MutationError mutation={resetting} />
          <Button type="submit" size="md" loading={resetting.isPending} data-testid="reset-submit">
            {t('access-links:reset.submit')}
          </Button>
        </Stack>
      </form>
    </EntryPage>
  );
}

/** Shown for the person, and for password managers, which store it with the password. */
function Address({ email }: { email: string }) {
  return (
    <TextInput
      label={t('fields.email')}
      type="email"
      autoComplete="username"
      readOnly
      variant="filled"
      value={email}
      data-testid="access-link-email"
    />
  );
}
