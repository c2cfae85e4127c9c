import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CreateInferenceKeySchema,
  KeyQuotaSchema,
} from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { numberSeparators } from '../../../lib/format/number-separators.ts';
import { allowed, required } from '../../../lib/forms/field-rules.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { refreshInferenceKeys } from '../inference.queries.ts';
import { KeyModelsField, keyModelsRule } from './key-models-field.tsx';

interface Values {
  name: string;
  expiresOn: string;
  quota: number | string;
  models: string[];
}

const quotaRule = allowed<number | string>(KeyQuotaSchema);

/** The form of a new key: its purpose and its limits. Without limits it works until it is revoked. */
export function ModelKeyForm({
  onCreated,
  onCancel,
}: {
  onCreated: (key: string) => void;
  onCancel: () => void;
}) {
  const form = useForm<Values>({
    initialValues: { name: '', expiresOn: '', quota: '', models: [] },
    validate: {
      name: required(t('inference:keys.form.nameMissing'), CreateInferenceKeySchema.shape.name),
      expiresOn: (value) =>
        value !== '' && Date.parse(endOf(value)) <= Date.now() ? t('inference:keys.form.dateInPast') : null,
      quota: (value) => (value === '' ? null : quotaRule(value)),
      models: keyModelsRule,
    },
  });
  const creating = useMutation(create, {
    form,
    fields: ['name', 'quota'],
    onSuccess: ({ key }) => {
      refreshInferenceKeys();
      onCreated(key);
    },
  });

  return (
    <MutationForm
      mutation={creating}
      onSubmit={form.onSubmit((values) => creating.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('inference:keys.create')}
      submitTestId="model-key-submit"
    >
      <TextInput
        label={t('inference:keys.form.name')}
        required
        description={t('inference:keys.form.nameHint')}
        autoComplete="off"
        data-autofocus
        data-testid="model-key-name"
        {...form.getInputProps('name')}
      />
      <DateTimeField
        kind="date"
        label={t('inference:keys.form.expiration')}
        description={t('inference:keys.form.expirationHint')}
        data-testid="model-key-expires"
        value={form.values.expiresOn}
        onChange={(day) => form.setFieldValue('expiresOn', day)}
        error={form.errors.expiresOn}
      />
      <NumberInput
        label={t('inference:keys.form.quota')}
        description={t('inference:keys.form.quotaHint')}
        min={1}
        allowDecimal={false}
        {...numberSeparators()}
        data-testid="model-key-quota"
        {...form.getInputProps('quota')}
      />
      <KeyModelsField {...form.getInputProps('models')} />
    </MutationForm>
  );
}

function create({ name, expiresOn, quota, models }: Values) {
  return api.inferenceKeys.create({
    body: {
      name,
      models,
      ...(expiresOn === '' ? {} : { expiresAt: endOf(expiresOn) }),
      ...(quota === '' ? {} : { quota: Number(quota) }),
    },
  });
}

/** Returns the end of a day in the person's time zone. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}
