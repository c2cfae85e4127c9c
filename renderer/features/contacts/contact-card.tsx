import { Button, Select, Skeleton, Stack, TagsInput } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import {
  type Contact,
  ContactStatusSchema,
  type UpdateContact,
} from '../../../shared/contract/contacts.contract.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatDate } from '../../lib/format/format.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { loadPageTexts, t } from '../../lib/i18n.ts';
import { CopyIcon } from '../../ui/code/copy-icon.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import classes from './contact-card.module.css';
import { ContactConsent } from './contact-consent.tsx';
import { statusOptions } from './contact-labels.ts';
import { contactOptions } from './contacts.actions.ts';
import { useContacts } from './contacts.store.ts';
import { AttributeFields } from './fields/attribute-fields.tsx';
import { SavedField, SaveState } from './saved-field.tsx';
import { useFieldSaver } from './use-field-saver.ts';

const MergeDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./merge/merge-dialog.tsx'), loadPageTexts()]);
  return { default: dialog.MergeDialog };
});

interface ContactCardProps {
  contactId: string;
  /** Opens the conversation with the contact that this one was merged into. */
  onMerged: (contact: Contact) => void;
}

/** The contact of a conversation. Each field is saved on its own. */
export function ContactCard({ contactId, onMerged }: ContactCardProps) {
  const contact = useContacts((state) => state.byId[contactId]);
  const { error, refetch } = useQuery(contactOptions(contactId));
  if (contact) return <Card key={contactId} contact={contact} onMerged={onMerged} />;
  if (error) {
    return (
      <ErrorState
        title={t('contacts:card.loadFailed')}
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

function Card({ contact, onMerged }: { contact: Contact } & Pick<ContactCardProps, 'onMerged'>) {
  const [isMerging, setMerging] = useState(false);
  const saver = useFieldSaver(contact.id);
  const save = (field: keyof UpdateContact) => (value: UpdateContact[typeof field]) =>
    saver.save(field, { [field]: value });

  return (
    <Stack gap="md">
      <div className={classes.person}>
        <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={64} />
        <p className={classes.name} dir="auto">
          {contactTitle(contact)}
        </p>
        {contact.phone !== null && (
          <p className={classes.copyable}>
            <bdi dir="ltr">{formatPhone(contact.phone)}</bdi>
            <CopyIcon value={`+${contact.phone}`} label={t('contacts:card.copyNumber')} />
          </p>
        )}
      </div>
      <SavedField
        label={t('contacts:fields.name')}
        value={contact.name}
        state={saver.stateOf('name')}
        onSave={save('name')}
      />
      <Select
        label={t('contacts:fields.status')}
        data={statusOptions()}
        value={contact.status}
        onChange={(value) => saver.save('status', { status: ContactStatusSchema.parse(value) })}
        allowDeselect={false}
        rightSection={
          saver.stateOf('status').phase === 'idle' ? undefined : <SaveState state={saver.stateOf('status')} />
        }
        error={saver.stateOf('status').problem}
      />
      <SavedField
        label={t('contacts:fields.email')}
        type="email"
        placeholder={t('contacts:card.emailPlaceholder')}
        value={contact.email ?? ''}
        state={saver.stateOf('email')}
        onSave={(value) => saver.save('email', { email: value === '' ? null : value })}
      />
      <TagsInput
        label={t('contacts:fields.tags')}
        placeholder={contact.tags.length === 0 ? t('contacts:card.tagsPlaceholder') : undefined}
        value={contact.tags}
        onChange={(tags) => saver.save('tags', { tags })}
        acceptValueOnBlur
        styles={{ inputField: { minWidth: 40 } }}
        error={saver.stateOf('tags').problem}
      />
      <AttributeFields contact={contact} saver={saver} />
      <ContactConsent contact={contact} />
      <dl className={classes.facts}>
        <dt>{t('contacts:card.added')}</dt>
        <dd>{formatDate(contact.createdAt)}</dd>
        <dt>{t('contacts:card.id')}</dt>
        <dd className={classes.copyable}>
          <span className={classes.id} dir="ltr">
            {contact.id}
          </span>
          <CopyIcon value={contact.id} label={t('contacts:card.copyId')} />
        </dd>
      </dl>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowMerge size={16} />}
        onClick={() => setMerging(true)}
        data-testid="contact-card-merge"
      >
        {t('contacts:table.merge')}
      </Button>
      {isMerging && (
        <Suspense>
          <MergeDialog contact={contact} onClose={() => setMerging(false)} onOpen={onMerged} opensAtOnce />
        </Suspense>
      )}
    </Stack>
  );
}
