import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CreateInferenceKeySchema,
  type InferenceKey,
} from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { required } from '../../../lib/forms/field-rules.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { refreshInferenceKeys } from '../inference.queries.ts';
import { KeyModelsField, keyModelsRule } from './key-models-field.tsx';

/** Changes the name and the models of a key; its secret does not change. Null keeps it closed. */
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
    initialValues: { name: modelKey.name, models: modelKey.models },
    validate: {
      name: required(t('inference:keys.form.nameMissing'), CreateInferenceKeySchema.shape.name),
      models: keyModelsRule,
    },
  });
  const saving = useMutation(
    async ({ name, models }: typeof form.values) => {
      const params = { id: modelKey.id };
      // First what may ask for the password: nothing is saved when the person does not give it.
      if (models.join() !== modelKey.models.join()) {
        await api.inferenceKeys.setModels({ params, body: { models } });
      }
      if (name !== modelKey.name) await api.inferenceKeys.rename({ params, body: { name } });
    },
    {
      form,
      fields: ['name'],
      onSuccess: () => {
        refreshInferenceKeys();
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
      submitTestId="model-key-rename-submit"
    >
      <TextInput
        label={t('inference:keys.form.name')}
        required
        autoComplete="off"
        data-autofocus
        data-testid="model-key-new-name"
        {...form.getInputProps('name')}
      />
      <KeyModelsField {...form.getInputProps('models')} />
    </MutationForm>
  );
}
