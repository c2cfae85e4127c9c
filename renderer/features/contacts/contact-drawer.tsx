import { Drawer, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CONTACT_STATUSES,
  type Contact,
  ContactStatusSchema,
  CreateContactSchema,
} from '../../../shared/contract/contacts.contract.ts';
import { phoneFault } from '../../../shared/domain/phone.ts';
import { allowed, emailRule } from '../../lib/field-rules.ts';
import { formatPhone } from '../../lib/format-phone.ts';
import { useFormSave } from '../../lib/use-form-save.ts';
import { FormEnd } from '../../ui/form-end.tsx';
import { STATUS_LABELS } from './contact-labels.ts';
import { createContact, updateContact } from './contacts.actions.ts';

/** Adds a contact or changes one. `subject` says which; null keeps it closed. */
export function ContactDrawer({
  subject,
  onClose,
}: {
  subject: Contact | 'new' | null;
  onClose: () => void;
}) {
  return (
    <Drawer
      opened={subject !== null}
      onClose={onClose}
      title={subject === 'new' ? 'Add contact' : 'Edit contact'}
    >
      {subject !== null && <ContactForm contact={subject === 'new' ? null : subject} onDone={onClose} />}
    </Drawer>
  );
}

const FIELDS = ['name', 'phone', 'email', 'tags', 'status'] as const;

function ContactForm({ contact, onDone }: { contact: Contact | null; onDone: () => void }) {
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
      // A customer who came without a number may stay without one.
      phone: (value) => (value === '' && contact?.phone === null ? null : phoneProblem(value)),
    },
  });
  const saving = useFormSave(form, FIELDS, { codes: { contact_phone_taken: 'phone' } });

  async function save({ name, phone, email, tags, status }: typeof form.values): Promise<void> {
    const shared = { name, tags, email: email.trim() === '' ? null : email };
    if (!contact) await createContact({ ...shared, phone });
    else await updateContact(contact.id, { ...shared, status, ...(phone !== knownPhone && { phone }) });
  }

  async function handleSubmit(values: typeof form.values): Promise<void> {
    await saving.run(async () => {
      await save(values);
      onDone();
    });
  }

  return (
    <form onSubmit={form.onSubmit(handleSubmit)} noValidate>
      <Stack>
        <TextInput
          label="Name"
          autoComplete="off"
          data-autofocus
          data-testid="contact-form-name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Phone number"
          description="With country code; spaces and dashes are fine"
          type="tel"
          autoComplete="off"
          required={contact?.phone !== null}
          data-testid="contact-form-phone"
          {...form.getInputProps('phone')}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          data-testid="contact-form-email"
          {...form.getInputProps('email')}
        />
        <TagsInput
          label="Tags"
          description="Press Enter after each"
          acceptValueOnBlur
          {...form.getInputProps('tags')}
        />
        {contact && (
          <Select
            label="Status"
            allowDeselect={false}
            data={CONTACT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }))}
            value={form.values.status}
            onChange={(value) => form.setFieldValue('status', ContactStatusSchema.parse(value))}
          />
        )}
        <FormEnd
          problem={saving.problem}
          isBusy={saving.isBusy}
          onCancel={onDone}
          testId="contact-form-submit"
        >
          {contact ? 'Save' : 'Add contact'}
        </FormEnd>
      </Stack>
    </form>
  );
}

/** The fault of a typed number as a sentence for its field. */
function phoneProblem(typed: string): string | null {
  const fault = phoneFault(typed);
  return fault && `The number ${fault}.`;
}
