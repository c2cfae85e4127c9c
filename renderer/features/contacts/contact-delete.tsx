import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { contactTitle } from '../../lib/contact-title.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { deleteContact } from './contacts.actions.ts';

/** Asks before a contact goes, and says what goes with it. Null keeps it closed. */
export function ContactDelete({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function close(): void {
    setProblem(null);
    onClose();
  }

  async function handleConfirm(): Promise<void> {
    if (!contact) return;
    setBusy(true);
    try {
      await deleteContact(contact.id);
      close();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmModal
      opened={contact !== null}
      title="Delete this contact?"
      confirmLabel="Delete for good"
      isBusy={isBusy}
      problem={problem}
      onConfirm={handleConfirm}
      onClose={close}
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
