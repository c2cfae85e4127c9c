import { Drawer, Select, Stack, TagsInput, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CONTACT_STATUSES,
  type Contact,
  ContactStatusSchema,
  CreateContactSchema,
} from '../../../shared/contract/contacts.contract.ts';
import { type Country, countryName } from '../../../shared/domain/country.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { allowed, emailRule } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { statusOptions } from './contact-labels.ts';
import { createContact, updateContact } from './contacts.actions.ts';
import { phoneHint, phoneProblem, phoneToSend } from './typed-phone.ts';

/** Adds or edits a contact, depending on `subject`. Null keeps it closed. */
export function ContactDrawer({
  subject,
  country,
  onClose,
}: {
  subject: Contact | 'new' | null;
  country: Country | null;
  onClose: () => void;
}) {
  return (
    <Drawer
      opened={subject !== null}
      onClose={onClose}
      title={subject === 'new' ? t('contacts:form.add') : t('contacts:form.edit')}
    >
      {subject !== null && (
        <ContactForm contact={subject === 'new' ? null : subject} country={country} onDone={onClose} />
      )}
    </Drawer>
  );
}

const FIELDS = ['name', 'phone', 'email', 'tags', 'status'] as const;

function ContactForm({
  contact,
  country,
  onDone,
}: {
  contact: Contact | null;
  country: Country | null;
  onDone: () => void;
}) {
  const knownPhone = contact?.phone ? formatPhone(contact.phone) : '';
  const form = useForm({
    initialValues: {
      name: contact?.name ?? '',
      phone: knownPhone,
      email: contact?.email ?? '',
      tags: contact?.tags ?? [],
      status: contact?.status ?? CONTACT_STATUSES[0],
    },
    validate: {
      name: allowed(CreateContactSchema.shape.name),
      email: (value) => (value.trim() === '' ? null : emailRule(value)),
      tags: allowed(CreateContactSchema.shape.tags),
      // An unchanged number is not validated: contacts from inbound messages may have none or an unusual one.
      phone: (value) => (contact !== null && value === knownPhone ? null : phoneProblem(value, country)),
    },
  });
  const saving = useMutation(save, {
    form,
    fields: FIELDS,
    fieldByCode: { contact_phone_taken: 'phone' },
    onSuccess: onDone,
  });

  async function save({ name, phone, email, tags, status }: typeof form.values): Promise<void> {
    const shared = { name, tags, email: email.trim() === '' ? null : email };
    const sent = phoneToSend(phone, country);
    if (!contact) await createContact({ ...shared, phone: sent });
    else await updateContact(contact.id, { ...shared, status, ...(phone !== knownPhone && { phone: sent }) });
  }

  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={contact ? t('actions.save') : t('contacts:form.add')}
      submitTestId="contact-form-submit"
    >
      <TextInput
        label={t('contacts:fields.name')}
        autoComplete="off"
        data-autofocus
        data-testid="contact-form-name"
        {...form.getInputProps('name')}
      />
      <PhoneInput
        country={country}
        required={contact?.phone !== null}
        data-testid="contact-form-phone"
        {...form.getInputProps('phone')}
      />
      <TextInput
        label={t('contacts:fields.email')}
        type="email"
        autoComplete="off"
        data-testid="contact-form-email"
        {...form.getInputProps('email')}
      />
      <TagsInput
        label={t('contacts:fields.tags')}
        description={t('contacts:form.tagsHint')}
        acceptValueOnBlur
        {...form.getInputProps('tags')}
      />
      {contact && (
        <Select
          label={t('contacts:fields.status')}
          allowDeselect={false}
          data={statusOptions()}
          value={form.values.status}
          onChange={(value) => form.setFieldValue('status', ContactStatusSchema.parse(value))}
        />
      )}
    </MutationForm>
  );
}

/** Takes a phone number in the country's form or an international one, and shows how it will be saved. */
function PhoneInput({
  country,
  ...input
}: TextInputProps & {
  /** The country of numbers without a country code; null when the workspace has none. */
  country: Country | null;
}) {
  const hint = phoneHint(String(input.value ?? ''), country);
  return (
    <Stack gap={4}>
      <TextInput
        label={t('contacts:fields.phone')}
        description={
          country === null
            ? t('contacts:form.phoneHint')
            : t('contacts:form.phoneHintCountry', { country: countryName(country, currentLanguage()) })
        }
        type="tel"
        autoComplete="off"
        {...input}
      />
      <Text size="sm" c="dimmed" aria-live="polite" data-testid="contact-form-phone-hint">
        {hint}
      </Text>
    </Stack>
  );
}
