import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContactField } from '../../../../shared/contract/contact-fields.contract.ts';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SavedField, SaveState } from '../saved-field.tsx';
import type { FieldState, useFieldSaver } from '../use-field-saver.ts';
import { fieldsOptions } from './fields.queries.ts';

/** The custom fields of a contact. Each is saved on its own; an empty one has no value. */
export function AttributeFields({
  contact,
  saver,
}: {
  contact: Contact;
  saver: ReturnType<typeof useFieldSaver>;
}) {
  const fields = useQuery(fieldsOptions());
  // Contacts that this device stored before an upgrade have none.
  const values = contact.attributes ?? {};
  if (fields.error && !fields.data) return <Notice tone="warn">{t('contacts:card.fieldsNotLoaded')}</Notice>;
  return fields.data?.data.map((field) => {
    const path = `attributes.${field.key}`;
    return (
      <AttributeField
        key={field.id}
        field={field}
        value={values[field.key] ?? null}
        state={saver.stateOf(path)}
        onSave={(value) => saver.save(path, { attributes: { [field.key]: value } })}
      />
    );
  });
}

interface AttributeFieldProps {
  field: ContactField;
  value: string | number | boolean | null;
  state: FieldState;
  onSave: (value: string | null) => void;
}

function AttributeField({ field: { key, name, type, options }, value, state, onSave }: AttributeFieldProps) {
  const testId = `attribute-${key}`;
  if (type === 'select' || type === 'boolean') {
    const choices =
      type === 'select'
        ? choicesWith(options, value)
        : [
            { value: 'true', label: t('contacts:card.yes') },
            { value: 'false', label: t('contacts:card.no') },
          ];
    return (
      <Select
        label={name}
        data={choices}
        value={value === null ? null : String(value)}
        onChange={onSave}
        clearable
        clearButtonProps={{ 'aria-label': t('contacts:card.clear', { name }) }}
        rightSection={state.phase === 'idle' ? undefined : <SaveState state={state} />}
        error={state.problem}
        data-testid={testId}
      />
    );
  }
  return (
    <SavedField
      label={name}
      type={type}
      value={value === null ? '' : String(value)}
      state={state}
      onSave={(text) => onSave(text === '' ? null : text)}
      testId={testId}
    />
  );
}

/** Returns the choices, with the value of the contact if it is no choice any more. */
function choicesWith(options: readonly string[], value: AttributeFieldProps['value']): string[] {
  const current = value === null ? null : String(value);
  return current === null || options.includes(current) ? [...options] : [...options, current];
}
