import { Drawer } from '@mantine/core';
import type { Member } from '../../../shared/contract/members.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { MemberForm } from './member-form.tsx';

/** Adds a person or changes one. `subject` says which; null keeps it closed. */
export function MemberDrawer({
  subject,
  actor,
  onClose,
}: {
  subject: Member | 'new' | null;
  actor: Session['user'];
  onClose: () => void;
}) {
  return (
    <Drawer
      opened={subject !== null}
      onClose={onClose}
      title={subject === 'new' ? 'Add person' : 'Change person'}
    >
      {subject !== null && (
        <MemberForm member={subject === 'new' ? null : subject} actor={actor} onDone={onClose} />
      )}
    </Drawer>
  );
}
