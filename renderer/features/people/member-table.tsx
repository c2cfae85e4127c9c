import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import type { Member } from '../../../shared/contract/members.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { mayManageRole } from '../../../shared/domain/roles.ts';
import { t } from '../../lib/i18n.ts';
import { ActionsCell, type Column, DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { QuietTag } from '../../ui/quiet-tag.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './members.module.css';
import { roleDescription, roleLabel } from './role-labels.ts';

const columns = (): Column[] => [
  { key: 'name', title: t('people:table.name') },
  { key: 'role', title: t('people:table.role'), width: 154, room: 'small' },
  { key: 'seen', title: t('people:table.lastSeen'), width: 160, room: 'small' },
  { key: 'added', title: t('people:table.added'), width: 160, room: 'medium' },
];

export interface MemberTableProps {
  /** Null while they load. */
  members: readonly Member[] | null;
  session: Session;
  onEdit: (member: Member) => void;
  onResetTwoFactor: (member: Member) => void;
  onRemove: (member: Member) => void;
}

/** The members of the workspace. */
export function MemberTable({ members, session, onEdit, onResetTwoFactor, onRemove }: MemberTableProps) {
  return (
    <DataTable label={t('people:table.label')} columns={columns()} actionsWidth={140}>
      {members === null ? (
        <SkeletonRows columns={columns()} rows={3} />
      ) : (
        members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            session={session}
            onEdit={onEdit}
            onResetTwoFactor={onResetTwoFactor}
            onRemove={onRemove}
          />
        ))
      )}
    </DataTable>
  );
}

function MemberRow({
  member,
  session,
  onEdit,
  onResetTwoFactor,
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
            {isSelf && <QuietTag>{t('people:table.you')}</QuietTag>}
            {member.hasTwoFactor && <QuietTag>{t('people:twoFactor.on')}</QuietTag>}
          </div>
          <div className={classes.email}>{member.email}</div>
          <div className={classes.folded}>
            <RoleTag role={member.role} />
          </div>
        </PersonCell>
      </td>
      <td data-room="small">
        <RoleTag role={member.role} />
      </td>
      <td data-room="small" className={classes.soft}>
        {member.lastSeenAt === null ? (
          t('people:table.neverSeen')
        ) : (
          <RelativeTime time={member.lastSeenAt} inWords />
        )}
      </td>
      <td data-room="medium" className={classes.soft}>
        <RelativeTime time={member.createdAt} inWords />
      </td>
      <ActionsCell>
        <RowAction
          label={t('people:table.edit', { name: member.name })}
          reason={mayManage ? null : t('people:table.editOwner')}
          onClick={() => onEdit(member)}
          testId="member-edit"
        >
          <IconPencil size={18} />
        </RowAction>
        <RowAction
          label={t('people:twoFactor.reset', { name: member.name })}
          reason={whyNotResettable(member, mayManage)}
          onClick={() => onResetTwoFactor(member)}
          testId="member-reset-two-factor"
        >
          <IconShieldOff size={18} />
        </RowAction>
        <RowAction
          label={t('people:table.remove', { name: member.name })}
          reason={whyNotRemovable(isSelf, mayManage)}
          onClick={() => onRemove(member)}
          testId="member-remove"
        >
          <IconTrash size={18} />
        </RowAction>
      </ActionsCell>
    </tr>
  );
}

function RoleTag({ role }: Pick<Member, 'role'>) {
  return (
    <Tooltip label={roleDescription(role)}>
      <span className={classes.role} data-role={role}>
        {roleLabel(role)}
      </span>
    </Tooltip>
  );
}

function whyNotResettable({ hasTwoFactor }: Member, mayManage: boolean): string | null {
  if (!mayManage) return t('people:table.editOwner');
  return hasTwoFactor ? null : t('people:twoFactor.notOn');
}

function whyNotRemovable(isSelf: boolean, mayManage: boolean): string | null {
  if (isSelf) return t('people:table.removeSelf');
  return mayManage ? null : t('people:table.removeOwner');
}

/** A button that stays visible when disabled, with the reason as its tooltip. */
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
        aria-label={reason === null ? label : t('people:table.unavailable', { action: label, reason })}
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
