import { Select, Skeleton, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  CONTACT_STATUSES,
  type Contact,
  ContactStatusSchema,
  type UpdateContact,
} from '../../../shared/contract/contacts.contract.ts';
import { contactTitle } from '../../lib/contact-title.ts';
import { formatDate } from '../../lib/format.ts';
import { formatPhone } from '../../lib/format-phone.ts';
import { CopyIcon } from '../../ui/copy-icon.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import classes from './contact-card.module.css';
import { STATUS_LABELS } from './contact-labels.ts';
import { contactOptions } from './contacts.actions.ts';
import { useContacts } from './contacts.store.ts';
import { SaveState } from './save-state.tsx';
import { SavedField } from './saved-field.tsx';
import { useFieldSaver } from './use-field-saver.ts';

/** A contact beside its conversation. Each field saves itself. */
export function ContactCard({ contactId }: { contactId: string }) {
  const contact = useContacts((state) => state.byId[contactId]);
  const { error, refetch } = useQuery(contactOptions(contactId));
  if (contact) return <Card key={contactId} contact={contact} />;
  if (error) {
    return (
      <ErrorState
        title="The contact could not be loaded"
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Stack aria-busy="true">
      <Skeleton circle height={64} mx="auto" />
      <Skeleton height={16} width="60%" mx="auto" />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  );
}

function Card({ contact }: { contact: Contact }) {
  const saver = useFieldSaver(contact.id);
  const save = (field: keyof UpdateContact) => (value: UpdateContact[typeof field]) =>
    saver.save(field, { [field]: value });

  return (
    <Stack gap="md">
      <div className={classes.who}>
        <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={64} />
        <p className={classes.name} dir="auto">
          {contactTitle(contact)}
        </p>
        {contact.phone !== null && (
          <p className={classes.copyable}>
            {formatPhone(contact.phone)}
            <CopyIcon value={`+${contact.phone}`} what="number" />
          </p>
        )}
      </div>
      <SavedField label="Name" value={contact.name} state={saver.stateOf('name')} onSave={save('name')} />
      <Select
        label="Status"
        data={CONTACT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }))}
        value={contact.status}
        onChange={(value) => saver.save('status', { status: ContactStatusSchema.parse(value) })}
        allowDeselect={false}
        rightSection={
          saver.stateOf('status').phase === 'idle' ? undefined : <SaveState state={saver.stateOf('status')} />
        }
        error={saver.stateOf('status').problem}
      />
      <SavedField
        label="E-mail"
        type="email"
        placeholder="Add an e-mail address"
        value={contact.email ?? ''}
        state={saver.stateOf('email')}
        onSave={(value) => saver.save('email', { email: value === '' ? null : value })}
      />
      <TagsInput
        label="Tags"
        placeholder={contact.tags.length === 0 ? 'Add a tag and press Enter' : undefined}
        value={contact.tags}
        onChange={(tags) => saver.save('tags', { tags })}
        acceptValueOnBlur
        styles={{ inputField: { minWidth: 40 } }}
        error={saver.stateOf('tags').problem}
      />
      <dl className={classes.facts}>
        <dt>Added</dt>
        <dd>{formatDate(contact.createdAt)}</dd>
        <dt>Id</dt>
        <dd className={classes.copyable}>
          <span className={classes.id}>{contact.id}</span>
          <CopyIcon value={contact.id} what="id" />
        </dd>
      </dl>
    </Stack>
  );
}
