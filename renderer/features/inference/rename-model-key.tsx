import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CreateInferenceKeySchema,
  type InferenceKey,
} from '../../../shared/contract/inference-keys.contract.ts';
import { api } from '../../lib/api.ts';
import { required } from '../../lib/field-rules.ts';
import { useFormSave } from '../../lib/use-form-save.ts';
import { FormEnd } from '../../ui/form-end.tsx';
import { refreshInferenceKeys } from './inference.queries.ts';

/** Gives a key another name; the secret stays. Null keeps it closed. */
export function RenameModelKey({
  modelKey,
  onClose,
}: {
  modelKey: InferenceKey | null;
  onClose: () => void;
}) {
  return (
    <Modal opened={modelKey !== null} onClose={onClose} title="Rename the key">
      {modelKey && <RenameForm modelKey={modelKey} onDone={onClose} />}
    </Modal>
  );
}

function RenameForm({ modelKey, onDone }: { modelKey: InferenceKey; onDone: () => void }) {
  const form = useForm({
    initialValues: { name: modelKey.name },
    validate: { name: required('Name what it is for', CreateInferenceKeySchema.shape.name) },
  });
  const saving = useFormSave(form, ['name']);

  async function handleSubmit({ name }: { name: string }): Promise<void> {
    await saving.run(async () => {
      await api.inferenceKeys.rename({ params: { id: modelKey.id }, body: { name } });
      refreshInferenceKeys();
      onDone();
    });
  }

  return (
    <form onSubmit={form.onSubmit(handleSubmit)} noValidate>
      <Stack>
        <TextInput
          label="Name / Purpose"
          required
          autoComplete="off"
          data-autofocus
          data-testid="model-key-new-name"
          {...form.getInputProps('name')}
        />
        <FormEnd
          problem={saving.problem}
          isBusy={saving.isBusy}
          onCancel={onDone}
          testId="model-key-rename-submit"
        >
          Save
        </FormEnd>
      </Stack>
    </form>
  );
}
