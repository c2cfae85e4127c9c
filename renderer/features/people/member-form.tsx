import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLock } from '@tabler/icons-react';
import { AddMemberSchema, type Member } from '../../../shared/contract/members.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { mayManageRole, ROLES, type Role } from '../../../shared/domain/roles.ts';
import { api } from '../../lib/api/api.ts';
import { emailRule, required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { refreshMembers } from './members.queries.ts';
import { roleDescription, roleLabel } from './role-labels.ts';

interface Values {
  name: string;
  email: string;
  password: string;
  role: Role;
}

const FIELDS = ['name', 'email', 'password', 'role'] as const;
const RULES = AddMemberSchema.shape;

/** A member's name, email address, password and role. The email address cannot be changed later. */
export function MemberForm({
  member,
  actor,
  onDone,
}: {
  member: Member | null;
  actor: Session['user'];
  onDone: () => void;
}) {
  const form = useForm<Values>({
    initialValues: {
      name: member?.name ?? '',
      email: member?.email ?? '',
      password: '',
      role: member?.role ?? 'staff',
    },
    validate: {
      name: required(t('people:form.nameMissing'), RULES.name),
      email: (value) => (member ? null : emailRule(value)),
      password: (value) =>
        member && value === '' ? null : required(t('people:form.passwordMissing'), RULES.password)(value),
    },
  });
  const saving = useMutation((values: Values) => save(member, values), {
    form,
    fields: FIELDS,
    fieldByCode: {
      member_email_taken: 'email',
      last_owner: 'role',
      password_too_common: 'password',
      password_too_personal: 'password',
    },
    onSuccess: () => {
      refreshMembers();
      onDone();
    },
  });

  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={member ? t('actions.save') : t('people:add')}
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
        description={member ? t('people:form.emailFixed') : t('people:form.emailHint')}
        type="email"
        autoComplete="off"
        required={member === null}
        readOnly={member !== null}
        variant={member ? 'filled' : 'default'}
        leftSection={member && <IconLock size={16} />}
        data-testid="member-form-email"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={member ? t('people:form.newPassword') : t('people:form.password')}
        description={member ? t('people:form.newPasswordHint') : t('people:form.passwordHint')}
        autoComplete="new-password"
        required={member === null}
        data-testid="member-form-password"
        {...form.getInputProps('password')}
      />
      <Radio.Group label={t('people:form.role')} {...form.getInputProps('role')}>
        <Stack gap={10} mt={6}>
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
    </MutationForm>
  );
}

/** Sends only what differs, so that saving a name does not reset a password or role. */
async function save(member: Member | null, { name, email, password, role }: Values): Promise<void> {
  if (!member) {
    await api.members.add({ body: { name, email, password, role } });
    return;
  }
  await api.members.change({
    params: { id: member.id },
    body: {
      ...(name !== member.name && { name }),
      ...(role !== member.role && { role }),
      ...(password !== '' && { password }),
    },
  });
}
