import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLock } from '@tabler/icons-react';
import { AddMemberSchema, type Member } from '../../../shared/contract/members.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { mayManageRole, ROLES, type Role } from '../../../shared/domain/roles.ts';
import { api } from '../../lib/api.ts';
import { emailRule, required } from '../../lib/field-rules.ts';
import { useFormSave } from '../../lib/use-form-save.ts';
import { FormEnd } from '../../ui/form-end.tsx';
import { refreshMembers } from './members.queries.ts';
import { ROLE_LABELS } from './role-labels.ts';

interface Values {
  name: string;
  email: string;
  password: string;
  role: Role;
}

const FIELDS = ['name', 'email', 'password', 'role'] as const;
const RULES = AddMemberSchema.shape;
const passwordRule = required('Choose a password', RULES.password);

/** A person's name, address, first password and role. The address is theirs for good. */
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
      name: required('Enter a name', RULES.name),
      email: (value) => (member ? null : emailRule(value)),
      password: (value) => (member && value === '' ? null : passwordRule(value)),
    },
  });
  const saving = useFormSave(form, FIELDS, { codes: { member_email_taken: 'email', last_owner: 'role' } });

  async function handleSubmit(values: Values): Promise<void> {
    await saving.run(async () => {
      await save(member, values);
      refreshMembers();
      onDone();
    });
  }

  return (
    <form onSubmit={form.onSubmit(handleSubmit)} noValidate>
      <Stack>
        <TextInput
          label="Name"
          required
          autoComplete="off"
          data-autofocus
          data-testid="member-form-name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="E-mail address"
          description={member ? 'The address they sign in with cannot be changed' : 'They sign in with it'}
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
          label={member ? 'New password' : 'First password'}
          description={
            member
              ? 'At least 8 characters; leave empty to keep the one they have'
              : 'At least 8 characters; tell it to them yourself'
          }
          autoComplete="new-password"
          required={member === null}
          data-testid="member-form-password"
          {...form.getInputProps('password')}
        />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap={10} mt={6}>
            {ROLES.map((role) => (
              <Radio
                key={role}
                value={role}
                label={ROLE_LABELS[role].label}
                description={
                  mayManageRole(actor.role, role)
                    ? ROLE_LABELS[role].meaning
                    : 'Only an owner can make somebody owner'
                }
                disabled={!mayManageRole(actor.role, role)}
                data-testid={`member-form-role-${role}`}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormEnd
          problem={saving.problem}
          isBusy={saving.isBusy}
          onCancel={onDone}
          testId="member-form-submit"
        >
          {member ? 'Save' : 'Add person'}
        </FormEnd>
      </Stack>
    </form>
  );
}

/** Sends what differs only, so that nobody resets a password or role by saving a name. */
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
