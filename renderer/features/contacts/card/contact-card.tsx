import { Menu, Skeleton, Stack } from '@mantine/core';
import { useClipboard, useLocalStorage } from '@mantine/hooks';
import { IconArrowMerge, IconChevronRight, IconCopy, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import type { Country } from '../../../../shared/domain/country.ts';
import { asApiError } from '../../../lib/api/api-error.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { loadPageTexts, t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { contactOptions } from '../contacts.actions.ts';
import { useContacts } from '../contacts.store.ts';
import { ContactTimeline } from '../timeline/contact-timeline.tsx';
import { CardPhone, CardPhoneForm } from './card-phone.tsx';
import classes from './contact-card.module.css';
import { ContactConsent } from './contact-consent.tsx';
import { ContactDetails } from './contact-details.tsx';
import { EditableValue } from './editable-value.tsx';
import { useFieldSaver } from './use-field-saver.ts';

const MergeDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../merge/merge-dialog.tsx'), loadPageTexts()]);
  return { default: dialog.MergeDialog };
});

interface ContactCardProps {
  contactId: string;
  /** The default country of the workspace, for a number without a country code. */
  country: Country | null;
  /** Opens the conversation with the contact that this one was merged into. */
  onMerged: (contact: Contact) => void;
  /** Renders the files of the contact, which belong to another feature. */
  renderFiles: (contactId: string) => ReactNode;
}

/** A contact to read: what is known of it, and under headings its notes, files and history. Values are edited in place. */
export function ContactCard({ contactId, ...others }: ContactCardProps) {
  const contact = useContacts((state) => state.byId[contactId]);
  const query = useQuery(contactOptions(contactId));
  const { error } = query;
  if (contact) return <Card key={contactId} contact={contact} {...others} />;
  if (error && asApiError(error).code === 'contact_not_found') {
    return (
      <EmptyState icon={<IconUserOff size={26} stroke={1.6} />} title={t('contacts:card.missing')}>
        {t('contacts:card.missingText')}
      </EmptyState>
    );
  }
  if (error) {
    return <NotLoadedState title={t('contacts:card.loadFailed')} query={{ ...query, data: contact }} />;
  }
  return (
    <Stack aria-busy="true">
      <div className={classes.person}>
        <Skeleton circle height={44} />
        <Stack gap={6} flex={1}>
          <Skeleton height={16} width="60%" />
          <Skeleton height={12} width="45%" />
        </Stack>
      </div>
      <Skeleton height={14} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="90%" />
    </Stack>
  );
}

function Card({
  contact,
  country,
  onMerged,
  renderFiles,
}: { contact: Contact } & Pick<ContactCardProps, 'country' | 'onMerged' | 'renderFiles'>) {
  const [isMerging, setMerging] = useState(false);
  const saver = useFieldSaver(contact.id);
  const clipboard = useClipboard({ timeout: 2_000 });
  const title = contactTitle(contact);
  useCommands({ 'conversation.merge': () => setMerging(true) });
  return (
    <div className={classes.card}>
      <div className={classes.person}>
        <InitialsAvatar name={title} seed={contact.id} size={44} />
        <div className={classes.who}>
          <div className={classes.name}>
            <EditableValue
              label={t('contacts:fields.name')}
              value={contact.name}
              shown={title}
              state={saver.stateOf('name')}
              onSave={(name) => saver.save('name', { name })}
              testId="contact-card-name"
            />
          </div>
          <CardPhone contact={contact} />
        </div>
        <RowMenu label={t('contacts:table.more', { name: title })} testId="contact-card-more">
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            closeMenuOnClick={false}
            onClick={() => clipboard.copy(contact.id)}
          >
            {clipboard.copied ? t('actions.copied') : t('contacts:card.copyId')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowMerge size={16} />}
            onClick={() => setMerging(true)}
            data-testid="contact-card-merge"
          >
            {t('contacts:table.merge')}
          </Menu.Item>
        </RowMenu>
      </div>
      <CardPhoneForm contact={contact} country={country} />
      <ContactDetails contact={contact} saver={saver} />
      <ContactConsent contact={contact} />
      <Section id="notes" title={t('contacts:card.sections.notes')}>
        <ContactTimeline contactId={contact.id} only="note" empty={t('contacts:card.noNotes')} />
      </Section>
      <Section id="files" title={t('contacts:card.sections.files')}>
        {renderFiles(contact.id)}
      </Section>
      <Section id="history" title={t('contacts:card.sections.history')}>
        <ContactTimeline contactId={contact.id} empty={t('contacts:timeline.empty')} />
      </Section>
      {isMerging && (
        <Suspense>
          <MergeDialog contact={contact} onClose={() => setMerging(false)} onOpen={onMerged} opensAtOnce />
        </Suspense>
      )}
    </div>
  );
}

/** Its content is loaded when it is opened. What was open stays open for all contacts. */
function Section({
  id,
  title,
  children,
}: {
  id: 'notes' | 'files' | 'history';
  title: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useLocalStorage({
    key: `switchboard.contact-card.${id}`,
    defaultValue: id === 'notes',
    getInitialValueInEffect: false,
  });
  const contentId = useId();
  return (
    <section className={classes.section}>
      <h3>
        <button
          type="button"
          className={classes.sectionHead}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          data-testid={`contact-section-${id}`}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden="true" />
          {title}
        </button>
      </h3>
      <div id={contentId} className={classes.sectionBody} hidden={!isOpen}>
        {isOpen && <Suspense fallback={<Skeleton height={40} />}>{children}</Suspense>}
      </div>
    </section>
  );
}
