import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  CreateInferenceKeySchema,
  type InferenceKey,
} from '../../../shared/contract/inference-keys.contract.ts';
import { api } from '../../lib/api.ts';
import { required } from '../../lib/field-rules.ts';
import { formFaults } from '../../lib/form-errors.ts';
import { Notice } from '../../ui/notice.tsx';
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
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { name: modelKey.name },
    validate: { name: required('Name what it is for', CreateInferenceKeySchema.shape.name) },
  });

  async function handleSubmit({ name }: { name: string }): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await api.inferenceKeys.rename({ params: { id: modelKey.id }, body: { name } });
      refreshInferenceKeys();
      onDone();
    } catch (error) {
      const faults = formFaults(error, ['name']);
      form.setErrors(faults.fields);
      setProblem(faults.general);
    } finally {
      setBusy(false);
    }
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
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} data-testid="model-key-rename-submit">
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
