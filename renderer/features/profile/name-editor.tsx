import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { MemberNameSchema } from '../../../shared/contract/access/members.contract.ts';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { api } from '../../lib/api/api.ts';
import { required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';

/** The person's name, with a form to change it. */
export function NameEditor({ name, onSession }: { name: string; onSession: (session: Session) => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <span dir="auto" style={{ overflowWrap: 'anywhere' }} data-testid="own-name">
        {name}
      </span>
      <Button variant="default" onClick={() => setOpen(true)} data-testid="name-change">
        {t('profile:account.changeName')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('profile:account.changeName')}>
        <NameForm
          name={name}
          onCancel={close}
          onDone={(session) => {
            close();
            onSession(session);
          }}
        />
      </Modal>
    </Group>
  );
}

function NameForm({
  name,
  onCancel,
  onDone,
}: {
  name: string;
  onCancel: () => void;
  onDone: (session: Session) => void;
}) {
  const form = useForm({
    initialValues: { name },
    validate: { name: required(t('profile:account.nameMissing'), MemberNameSchema) },
  });
  const changing = useMutation((body: typeof form.values) => api.session.changeName({ body }), {
    form,
    fields: ['name'],
    toast: () => t('profile:account.nameChanged'),
    onSuccess: onDone,
  });
  return (
    <MutationForm
      mutation={changing}
      onSubmit={form.onSubmit((values) => changing.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('actions.save')}
      submitTestId="name-submit"
    >
      <TextInput
        label={t('profile:account.name')}
        autoComplete="name"
        data-autofocus
        data-testid="name-field"
        {...form.getInputProps('name')}
      />
    </MutationForm>
  );
}
