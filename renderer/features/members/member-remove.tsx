import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Member } from '../../../shared/contract/members.contract.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { refreshMembers } from './members.queries.ts';

/** Asks before a person loses access. Null keeps it closed. */
export function MemberRemove({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function close(): void {
    setProblem(null);
    onClose();
  }

  async function handleConfirm(): Promise<void> {
    if (!member) return;
    setBusy(true);
    try {
      await api.members.remove({ params: { id: member.id } });
      refreshMembers();
      close();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmModal
      opened={member !== null}
      title="Remove this person?"
      confirmLabel="Remove"
      isBusy={isBusy}
      problem={problem}
      onConfirm={handleConfirm}
      onClose={close}
    >
      <Text>
        <strong>{member?.name}</strong> ({member?.email}) is signed out everywhere and cannot sign in again.
        What they wrote to customers stays.
      </Text>
    </ConfirmModal>
  );
}
