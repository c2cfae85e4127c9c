import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Member } from '../../../shared/contract/members.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { mayManageRole } from '../../../shared/domain/roles.ts';
import { ActionsCell, DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { QuietTag } from '../../ui/quiet-tag.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './members.module.css';
import { ROLE_LABELS } from './role-labels.ts';

const COLUMNS = [
  { key: 'name', title: 'Name' },
  { key: 'role', title: 'Role', width: 110 },
  { key: 'seen', title: 'Last seen', width: 160, room: 'small' },
  { key: 'added', title: 'Added', width: 160, room: 'medium' },
] as const;

export interface MemberTableProps {
  /** Null while they are on their way. */
  members: readonly Member[] | null;
  session: Session;
  onEdit: (member: Member) => void;
  onRemove: (member: Member) => void;
}

/** Everybody who may sign in. */
export function MemberTable({ members, session, onEdit, onRemove }: MemberTableProps) {
  return (
    <DataTable label="People" columns={COLUMNS} actionsWidth={100}>
      {members === null ? (
        <SkeletonRows columns={COLUMNS} rows={3} />
      ) : (
        members.map((member) => (
          <MemberRow key={member.id} member={member} session={session} onEdit={onEdit} onRemove={onRemove} />
        ))
      )}
    </DataTable>
  );
}

function MemberRow({
  member,
  session,
  onEdit,
  onRemove,
}: Omit<MemberTableProps, 'members'> & { member: Member }) {
  const isSelf = member.id === session.user.id;
  const mayManage = mayManageRole(session.user.role, member.role);
  return (
    <tr data-testid="member-row" data-id={member.id}>
      <td>
        <PersonCell name={member.name} seed={member.id}>
          <div className={classes.name} dir="auto">
            {member.name}
            {isSelf && <QuietTag>You</QuietTag>}
          </div>
          <div className={classes.email}>{member.email}</div>
        </PersonCell>
      </td>
      <td>
        <Tooltip label={ROLE_LABELS[member.role].meaning}>
          <span className={classes.role} data-role={member.role}>
            {ROLE_LABELS[member.role].label}
          </span>
        </Tooltip>
      </td>
      <td data-room="small" className={classes.soft}>
        {member.lastSeenAt === null ? 'Never' : <RelativeTime time={member.lastSeenAt} inWords />}
      </td>
      <td data-room="medium" className={classes.soft}>
        <RelativeTime time={member.createdAt} inWords />
      </td>
      <ActionsCell>
        <RowAction
          label={`Change ${member.name}`}
          reason={mayManage ? null : 'Only an owner can change an owner'}
          onClick={() => onEdit(member)}
          testId="member-edit"
        >
          <IconPencil size={18} />
        </RowAction>
        <RowAction
          label={`Remove ${member.name}`}
          reason={removalRefusal(isSelf, mayManage)}
          onClick={() => onRemove(member)}
          testId="member-remove"
        >
          <IconTrash size={18} />
        </RowAction>
      </ActionsCell>
    </tr>
  );
}

function removalRefusal(isSelf: boolean, mayManage: boolean): string | null {
  if (isSelf) return 'You cannot remove yourself';
  return mayManage ? null : 'Only an owner can remove an owner';
}

/** A button that says why it does not work instead of hiding. */
function RowAction({
  label,
  reason,
  onClick,
  testId,
  children,
}: {
  label: string;
  reason: string | null;
  onClick: () => void;
  testId: string;
  children: React.ReactNode;
}) {
  return (
    <Tooltip label={reason ?? label}>
      <ActionIcon
        aria-label={reason === null ? label : `${label}: ${reason}`}
        className={reason === null ? undefined : classes.off}
        aria-disabled={reason !== null}
        onClick={reason === null ? onClick : undefined}
        data-testid={testId}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
