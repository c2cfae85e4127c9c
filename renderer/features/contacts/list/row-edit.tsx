import { Menu, Popover, TagsInput, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { CONTACT_STATUSES } from '../../../../shared/domain/contact-status.ts';
import { tagsOptions } from '../../../lib/api/contact-tags.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { tagChanges } from '../contact-changes.ts';
import { statusLabel } from '../contact-labels.ts';
import { updateContact } from '../contacts.actions.ts';
import classes from '../contacts.module.css';
import { StatusBadge } from '../status-badge.tsx';

const failed = (error: unknown) => showErrorToast(t('contacts:table.notSaved'), error);

/** The status of a contact in its row; a click changes it. */
export function StatusCell({ contact, name }: { contact: Contact; name: string }) {
  const saving = useMutation((status: Contact['status']) => updateContact(contact.id, { status }), {
    onError: failed,
  });
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={classes.inline}
          aria-label={t('contacts:table.changeStatus', { name, status: statusLabel(contact.status) })}
          data-testid="contact-status"
        >
          <StatusBadge status={contact.status} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {CONTACT_STATUSES.map((status) => (
          <Menu.Item
            key={status}
            disabled={status === contact.status}
            onClick={() => saving.mutate(status)}
            data-testid={`contact-status-${status}`}
          >
            {statusLabel(status)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opens the tags of a contact for a change. */
export function TagsEdit({
  contact,
  name,
  startsOpen = false,
  isQuiet = false,
  onClosed,
}: {
  contact: Contact;
  name: string;
  startsOpen?: boolean;
  /** Shown while the pointer is over its row. */
  isQuiet?: boolean;
  onClosed?: () => void;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      {...(onClosed && { onClose: onClosed })}
      position="bottom-start"
      width={300}
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.addTag}
          data-quiet={isQuiet || undefined}
          aria-label={t('contacts:table.editTags', { name })}
          onClick={() => setOpen(!isOpen)}
          data-testid="contact-tags-edit"
        >
          <IconPlus size={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <TagsField contact={contact} />}</Popover.Dropdown>
    </Popover>
  );
}

/** Each change is saved at once. */
function TagsField({ contact }: { contact: Contact }) {
  const { data = [] } = useQuery(tagsOptions());
  const saving = useMutation(
    (tags: readonly string[]) => updateContact(contact.id, tagChanges(tags, contact.tags)),
    { onError: failed },
  );
  return (
    <TagsInput
      aria-label={t('contacts:fields.tags')}
      description={t('contacts:form.tagsHint')}
      comboboxProps={{ withinPortal: false }}
      data={data}
      value={contact.tags}
      onChange={saving.mutate}
      acceptValueOnBlur
      data-autofocus
      data-testid="contact-tags-input"
    />
  );
}
