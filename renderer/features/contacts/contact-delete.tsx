import { Text } from '@mantine/core';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { contactTitle } from '../../lib/contact-title.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { deleteContact } from './contacts.actions.ts';

/** Asks before a contact goes, and says what goes with it. Null keeps it closed. */
export function ContactDelete({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const confirmed = useConfirmed(async () => {
    if (!contact) return;
    await deleteContact(contact.id);
  }, onClose);

  return (
    <ConfirmModal
      opened={contact !== null}
      title="Delete this contact?"
      confirmLabel="Delete for good"
      {...confirmed}
    >
      <Text>
        <strong>{contact ? contactTitle(contact) : ''}</strong> goes, and with it the whole conversation,
        every message and every file in it. This cannot be undone.
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        If they write again, they come back as a new contact.
      </Text>
    </ConfirmModal>
  );
}
