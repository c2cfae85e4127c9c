import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Invite } from '../../../shared/contract/invitations.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { api } from '../../lib/api/api.ts';
import { emailRule } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { RoleField } from './member-form.tsx';
import { refreshMembers } from './members.queries.ts';
import type { ShownLink } from './shown-link.tsx';

/** Invites a person by email address and role. They choose their name and password themselves. */
export function InviteForm({
  actor,
  onInvited,
  onCancel,
}: {
  actor: Session['user'];
  onInvited: (link: ShownLink) => void;
  onCancel: () => void;
}) {
  const form = useForm<Invite>({
    initialValues: { email: '', role: 'staff' },
    validate: { email: emailRule },
  });
  const inviting = useMutation((body: Invite) => api.invitations.create({ body }), {
    form,
    fields: ['email', 'role'],
    fieldByCode: { member_email_taken: 'email' },
    onSuccess: ({ invitation, link }) => {
      refreshMembers();
      onInvited({ ...link, kind: 'invitation', person: invitation.email });
    },
  });
  return (
    <MutationForm
      mutation={inviting}
      onSubmit={form.onSubmit((values) => inviting.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('people:invite.submit')}
      submitTestId="invite-submit"
    >
      <TextInput
        label={t('people:form.email')}
        description={t('people:form.emailHint')}
        type="email"
        autoComplete="off"
        required
        data-autofocus
        data-testid="invite-email"
        {...form.getInputProps('email')}
      />
      <RoleField actor={actor} input={form.getInputProps('role')} />
    </MutationForm>
  );
}
