import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { WorkspaceNameSchema, type WorkspaceSettings } from '../../../shared/contract/workspace.contract.ts';
import { api } from '../../lib/api/api.ts';
import { required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';

/** The name of the workspace, with a form to change it. */
export function WorkspaceName({
  name,
  onChange,
}: {
  name: string;
  onChange: (settings: WorkspaceSettings) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <span dir="auto" style={{ overflowWrap: 'anywhere' }} data-testid="workspace-name">
        {name}
      </span>
      <Button variant="default" flex="none" onClick={() => setOpen(true)} data-testid="workspace-rename">
        {t('workspace:settings.name.change')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('workspace:settings.name.dialog')}>
        <NameForm
          name={name}
          onCancel={close}
          onDone={(settings) => {
            close();
            onChange(settings);
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
  onDone: (settings: WorkspaceSettings) => void;
}) {
  const form = useForm({
    initialValues: { name },
    validate: { name: required(t('workspace:settings.name.missing'), WorkspaceNameSchema) },
  });
  const renaming = useMutation((body: typeof form.values) => api.workspace.change({ body }), {
    form,
    fields: ['name'],
    toast: () => t('workspace:settings.name.changed'),
    onSuccess: onDone,
  });
  return (
    <MutationForm
      mutation={renaming}
      onSubmit={form.onSubmit((values) => renaming.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('actions.save')}
      submitTestId="workspace-name-submit"
    >
      <TextInput
        label={t('workspace:settings.name.label')}
        autoComplete="organization"
        data-autofocus
        data-testid="workspace-name-field"
        {...form.getInputProps('name')}
      />
    </MutationForm>
  );
}
