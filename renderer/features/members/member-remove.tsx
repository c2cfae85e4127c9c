import { Text } from '@mantine/core';
import type { Member } from '../../../shared/contract/members.contract.ts';
import { api } from '../../lib/api.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { refreshMembers } from './members.queries.ts';

/** Asks before a person loses access. Null keeps it closed. */
export function MemberRemove({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const confirmed = useConfirmed(async () => {
    if (!member) return;
    await api.members.remove({ params: { id: member.id } });
    refreshMembers();
  }, onClose);

  return (
    <ConfirmModal opened={member !== null} title="Remove this person?" confirmLabel="Remove" {...confirmed}>
      <Text>
        <strong>{member?.name}</strong> ({member?.email}) is signed out everywhere and cannot sign in again.
        What they wrote to customers stays.
      </Text>
    </ConfirmModal>
  );
}
