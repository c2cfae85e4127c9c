import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLock } from '@tabler/icons-react';
import { ChangeMemberSchema, type Member } from '../../../shared/contract/access/members.contract.ts';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { mayManageRole, ROLES, type Role } from '../../../shared/domain/roles.ts';
import { api } from '../../lib/api/api.ts';
import { required } from '../../lib/forms/field-rules.ts';
import { changedFields } from '../../lib/forms/merged.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { refreshMembers } from './members.queries.ts';
import { roleDescription, roleLabel } from './role-labels.ts';

interface Values {
  name: string;
  role: Role;
}

/** A member's name and role. The email address cannot be changed later. */
export function MemberForm({
  member,
  actor,
  onDone,
}: {
  member: Member;
  actor: Session['user'];
  onDone: () => void;
}) {
  const form = useForm<Values>({
    initialValues: { name: member.name, role: member.role },
    validate: { name: required(t('people:form.nameMissing'), ChangeMemberSchema.shape.name.unwrap()) },
  });
  const saving = useMutation(
    // Only what differs: saving a name does not change a role.
    (values: Values) =>
      api.members.change({
        params: { id: member.id },
        body: changedFields(values, form.getInitialValues()),
      }),
    {
      form,
      fields: ['name', 'role'],
      fieldByCode: { last_owner: 'role' },
      onSuccess: () => {
        refreshMembers();
        onDone();
      },
    },
  );

  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={t('actions.save')}
      submitTestId="member-form-submit"
    >
      <TextInput
        label={t('people:form.name')}
        required
        autoComplete="off"
        data-autofocus
        data-testid="member-form-name"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('people:form.email')}
        description={t('people:form.emailFixed')}
        type="email"
        autoComplete="off"
        readOnly
        variant="filled"
        leftSection={<IconLock size={16} />}
        data-testid="member-form-email"
        value={member.email}
      />
      <RoleField actor={actor} description={t('people:form.roleHint')} input={form.getInputProps('role')} />
    </MutationForm>
  );
}

/** The roles, of which a person may assign those that they may manage. */
export function RoleField({
  actor,
  description,
  input,
}: {
  actor: Session['user'];
  description?: string;
  input: { value?: string; onChange?: (value: string) => void; error?: React.ReactNode };
}) {
  return (
    <Radio.Group label={t('people:form.role')} description={description} {...input}>
      <Stack gap={14} mt={10}>
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={roleLabel(role)}
            description={
              mayManageRole(actor.role, role) ? roleDescription(role) : t('people:form.ownersOnly')
            }
            disabled={!mayManageRole(actor.role, role)}
            data-testid={`member-form-role-${role}`}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
