import { NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CreateInferenceKeySchema,
  KeyQuotaSchema,
} from '../../../shared/contract/inference-keys.contract.ts';
import { api } from '../../lib/api.ts';
import { allowed, required } from '../../lib/field-rules.ts';
import { useFormSave } from '../../lib/use-form-save.ts';
import { FormEnd } from '../../ui/form-end.tsx';
import { refreshInferenceKeys } from './inference.queries.ts';

interface Values {
  name: string;
  lastDay: string;
  quota: number | string;
}

const quotaRule = allowed<number | string>(KeyQuotaSchema);

/** Asks what a key is for, and for its limits; without any it works until it is revoked. */
export function ModelKeyForm({
  onCreated,
  onCancel,
}: {
  onCreated: (key: string) => void;
  onCancel: () => void;
}) {
  const form = useForm<Values>({
    initialValues: { name: '', lastDay: '', quota: '' },
    validate: {
      name: required('Name what it is for', CreateInferenceKeySchema.shape.name),
      lastDay: (value) =>
        value !== '' && Date.parse(endOf(value)) <= Date.now() ? 'Choose today or a later day' : null,
      quota: (value) => (value === '' ? null : quotaRule(value)),
    },
  });
  const saving = useFormSave(form, ['name', 'quota']);

  async function handleSubmit({ name, lastDay, quota }: Values): Promise<void> {
    await saving.run(async () => {
      const made = await api.inferenceKeys.create({
        body: {
          name,
          ...(lastDay === '' ? {} : { expiresAt: endOf(lastDay) }),
          ...(quota === '' ? {} : { quota: Number(quota) }),
        },
      });
      refreshInferenceKeys();
      onCreated(made.key);
    });
  }

  return (
    <form onSubmit={form.onSubmit(handleSubmit)} noValidate>
      <Stack>
        <TextInput
          label="Name / Purpose"
          required
          description="The program that uses it and what for, such as support-bot"
          autoComplete="off"
          data-autofocus
          data-testid="model-key-name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Expiration"
          type="date"
          description="Its last day; leave it empty for a key that does not expire"
          data-testid="model-key-expires"
          {...form.getInputProps('lastDay')}
        />
        <NumberInput
          label="Quota"
          description="How many calls it may make in all; leave it empty for no limit"
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          data-testid="model-key-quota"
          {...form.getInputProps('quota')}
        />
        <FormEnd
          problem={saving.problem}
          isBusy={saving.isBusy}
          onCancel={onCancel}
          testId="model-key-submit"
        >
          Create key
        </FormEnd>
      </Stack>
    </form>
  );
}

/** The last moment of a day where the person is. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}
