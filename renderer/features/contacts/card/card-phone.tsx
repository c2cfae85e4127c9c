import { ActionIcon, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import type { Country } from '../../../../shared/domain/country.ts';
import { countryOfPhone } from '../../../../shared/domain/phone.ts';
import { closeNumber, editNumber, keepNumber, useNumberToEdit } from '../../../lib/contact-number.store.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { CopyIcon } from '../../../ui/code/copy-icon.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { updateContact } from '../contacts.actions.ts';
import { PhoneInput } from '../phone-input.tsx';
import { phoneProblem, phoneToSend } from '../typed-phone.ts';
import classes from './contact-card.module.css';

/** The number of a contact, to copy or to correct: a failed message leads here. */
export function CardPhone({ contact }: { contact: Contact }) {
  const isEditing = useNumberToEdit(({ contactId }) => contactId === contact.id);
  if (isEditing) return null;
  if (contact.phone === null)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.addDetail}
        leftSection={<IconPlus size={14} />}
        onClick={() => editNumber(contact.id)}
        data-testid="contact-card-add-phone"
      >
        {t('contacts:card.addNumber')}
      </Button>
    );
  return (
    <p className={classes.phone}>
      <bdi dir="ltr">{formatPhone(contact.phone)}</bdi>
      <CopyIcon value={`+${contact.phone}`} label={t('contacts:card.copyNumber')} />
      <Tip label={t('contacts:card.editNumber')}>
        <ActionIcon
          size={28}
          aria-label={t('contacts:card.editNumber')}
          onClick={() => editNumber(contact.id)}
          data-testid="contact-card-edit-phone"
        >
          <IconPencil size={15} />
        </ActionIcon>
      </Tip>
    </p>
  );
}

/** The field of the number, while it is being corrected. */
export function CardPhoneForm({ contact, country }: { contact: Contact; country: Country | null }) {
  const isEditing = useNumberToEdit(({ contactId }) => contactId === contact.id);
  return isEditing ? <PhoneForm contact={contact} country={country} /> : null;
}

function PhoneForm({ contact, country: defaultCountry }: { contact: Contact; country: Country | null }) {
  const known = contact.phone === null ? '' : formatPhone(contact.phone);
  const [typed] = useState(() => useNumberToEdit.getState().typed);
  const [country, setCountry] = useState(() =>
    typed ? typed.country : (countryOfPhone(contact.phone ?? '') ?? defaultCountry),
  );
  const form = useForm({
    initialValues: { phone: typed?.phone ?? known },
    validate: { phone: (value) => (value === known ? null : phoneProblem(value, country)) },
  });
  const { phone } = form.values;
  useEffect(() => keepNumber({ phone, country }), [phone, country]);
  const saving = useMutation(
    async ({ phone }: typeof form.values) => {
      if (phone !== known) await updateContact(contact.id, { phone: phoneToSend(phone, country) });
    },
    {
      form,
      fields: ['phone'],
      fieldByCode: { contact_phone_taken: 'phone' },
      onSuccess: closeNumber,
    },
  );
  return (
    <Stack gap="xs" data-testid="contact-card-phone-form">
      <MutationForm
        mutation={saving}
        onSubmit={form.onSubmit((values) => saving.mutate(values))}
        onCancel={closeNumber}
        submitLabel={t('actions.save')}
        submitTestId="contact-card-phone-save"
      >
        <PhoneInput
          country={country}
          onCountry={(chosen) => {
            setCountry(chosen);
            form.clearFieldError('phone');
          }}
          isStacked
          autoFocus
          data-autofocus
          // The drawer gets Esc before the field does.
          data-mantine-stop-propagation="true"
          // A change that has begun goes on where the window has another width.
          onFocus={(event) => phone === known && event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // It would leave the conversation, too.
            event.stopPropagation();
            closeNumber();
          }}
          data-testid="contact-form-phone"
          {...form.getInputProps('phone')}
        />
      </MutationForm>
    </Stack>
  );
}
