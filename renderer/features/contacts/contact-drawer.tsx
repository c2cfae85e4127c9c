import { Drawer, Select, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  type Contact,
  ContactStatusSchema,
  CreateContactSchema,
} from '../../../shared/contract/contacts.contract.ts';
import { CONTACT_STATUSES } from '../../../shared/domain/contact-status.ts';
import type { Country } from '../../../shared/domain/country.ts';
import { countryOfPhone } from '../../../shared/domain/phone.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { allowed, emailRule } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { type ContactValues, contactChanges, emailToSend } from './contact-changes.ts';
import { statusOptions } from './contact-labels.ts';
import { createContact, updateContact } from './contacts.actions.ts';
import { PhoneInput } from './phone-input.tsx';
import { phoneProblem, phoneToSend } from './typed-phone.ts';

/** Adds or edits a contact, depending on `subject`. Null keeps it closed. */
export function ContactDrawer({
  subject,
  country,
  phone = null,
  onClose,
}: {
  subject: Contact | 'new' | null;
  country: Country | null;
  /** The number that a new contact begins with. */
  phone?: string | null;
  onClose: () => void;
}) {
  return (
    <Drawer
      opened={subject !== null}
      onClose={onClose}
      title={subject === 'new' ? t('contacts:form.add') : t('contacts:form.edit')}
    >
      {subject !== null && (
        <ContactForm
          contact={subject === 'new' ? null : subject}
          country={country}
          phone={phone}
          onDone={onClose}
        />
      )}
    </Drawer>
  );
}

const FIELDS = ['name', 'phone', 'email', 'tags', 'status'] as const;

function ContactForm({
  contact,
  country: defaultCountry,
  phone,
  onDone,
}: {
  contact: Contact | null;
  country: Country | null;
  phone: string | null;
  onDone: () => void;
}) {
  const knownPhone = contact?.phone ? formatPhone(contact.phone) : '';
  const [country, setCountry] = useState(
    () => countryOfPhone(contact?.phone ?? phone ?? '') ?? defaultCountry,
  );
  const form = useForm<ContactValues & { phone: string }>({
    initialValues: {
      name: contact?.name ?? '',
      phone: contact ? knownPhone : (phone ?? ''),
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

  async function save({ phone: typed, ...values }: typeof form.values): Promise<void> {
    const sent = phoneToSend(typed, country);
    if (!contact) {
      const { name, email, tags } = values;
      await createContact({ name, tags, email: emailToSend(email), phone: sent });
      return;
    }
    const { phone: _, ...before } = form.getInitialValues();
    await updateContact(contact.id, {
      ...contactChanges(values, before),
      ...(typed !== knownPhone && { phone: sent }),
    });
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
        onCountry={(chosen) => {
          setCountry(chosen);
          form.clearFieldError('phone');
        }}
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
