import { Select, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  type ContactField,
  FieldKeySchema,
  FieldNameSchema,
  isReservedKey,
} from '../../../../shared/contract/contact-fields.contract.ts';
import { CONTACT_FIELD_TYPES, FIELD_OPTIONS_MAX } from '../../../../shared/domain/contact-status.ts';
import { api } from '../../../lib/api/api.ts';
import { required } from '../../../lib/forms/field-rules.ts';
import { changedFields } from '../../../lib/forms/merged.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { refreshFields } from './fields.queries.ts';

interface Values {
  name: string;
  key: string;
  type: ContactField['type'];
  options: string[];
}

/** A custom field; a new one, if there is none. The key and the type of an existing field never change. */
export function FieldForm({ field, onDone }: { field: ContactField | null; onDone: () => void }) {
  const form = useForm<Values>({
    initialValues: {
      name: field?.name ?? '',
      key: field?.key ?? '',
      type: field?.type ?? 'text',
      options: field?.options ?? [],
    },
    validate: {
      name: required(t('contact-fields:nameMissing'), FieldNameSchema),
      key: (value) => {
        if (isReservedKey(value)) return t('contact-fields:keyReserved');
        return FieldKeySchema.safeParse(value).success ? null : t('contact-fields:keyInvalid');
      },
      options: (value, { type }) =>
        type === 'select' && value.length === 0 ? t('contact-fields:optionsMissing') : null,
    },
  });
  const { name, key, type } = form.values;
  const saving = useMutation(
    (values: Values) => {
      const { options, ...others } = values;
      // The key and the type of a field that exists cannot be changed, and only choices have options.
      return field
        ? api.contactFields.change({
            params: { id: field.id },
            body: changedFields(values, form.getInitialValues()),
          })
        : api.contactFields.create({ body: { ...others, ...(others.type === 'select' && { options }) } });
    },
    {
      form,
      fields: ['name', 'key', 'options'],
      fieldByCode: { contact_field_key_taken: 'key' },
      onSuccess: () => {
        refreshFields();
        onDone();
      },
    },
  );

  function handleName(next: string): void {
    // The key follows the name until a person writes another one.
    if (!field && key === keyFor(name)) form.setFieldValue('key', keyFor(next));
    form.setFieldValue('name', next);
  }

  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={field ? t('actions.save') : t('contact-fields:create')}
      submitTestId="field-submit"
    >
      <TextInput
        label={t('contact-fields:name')}
        required
        autoComplete="off"
        dir="auto"
        data-autofocus
        data-testid="field-name"
        {...form.getInputProps('name')}
        onChange={(event) => handleName(event.currentTarget.value)}
      />
      <TextInput
        label={t('contact-fields:key')}
        description={t('contact-fields:keyHint')}
        required
        autoComplete="off"
        disabled={field !== null}
        data-testid="field-key"
        {...form.getInputProps('key')}
      />
      <Select
        label={t('contact-fields:type')}
        data={CONTACT_FIELD_TYPES.map((value) => ({ value, label: t(`contact-fields:types.${value}`) }))}
        allowDeselect={false}
        disabled={field !== null}
        data-testid="field-type"
        {...form.getInputProps('type')}
      />
      {type === 'select' && (
        <TagsInput
          label={t('contact-fields:options')}
          description={t('contact-fields:optionsHint')}
          acceptValueOnBlur
          maxTags={FIELD_OPTIONS_MAX}
          data-testid="field-options"
          {...form.getInputProps('options')}
        />
      )}
    </MutationForm>
  );
}

/** Returns the key that is proposed for a name. */
export function keyFor(name: string): string {
  const key = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);
  return isReservedKey(key) ? `${key}_name` : key;
}
