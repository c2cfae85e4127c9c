import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CreateInferenceKeySchema,
  type InferenceKey,
} from '../../../../shared/contract/inference-keys.contract.ts';
import { api } from '../../../lib/api.ts';
import { required } from '../../../lib/field-rules.ts';
import { t } from '../../../lib/i18n.ts';
import { useFormSave } from '../../../lib/use-form-save.ts';
import { FormEnd } from '../../../ui/form-end.tsx';
import { refreshInferenceKeys } from '../inference.queries.ts';

/** Renames a key; its secret stays. Null keeps it closed. */
export function RenameModelKey({
  modelKey,
  onClose,
}: {
  modelKey: InferenceKey | null;
  onClose: () => void;
}) {
  return (
    <Modal opened={modelKey !== null} onClose={onClose} title={t('inference:keys.renameTitle')}>
      {modelKey && <RenameForm modelKey={modelKey} onDone={onClose} />}
    </Modal>
  );
}

function RenameForm({ modelKey, onDone }: { modelKey: InferenceKey; onDone: () => void }) {
  const form = useForm({
    initialValues: { name: modelKey.name },
    validate: { name: required(t('inference:keys.form.nameMissing'), CreateInferenceKeySchema.shape.name) },
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
          label={t('inference:keys.form.name')}
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
          {t('actions.save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
