import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconKey, IconLogout, IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import type { Member } from '../../../shared/contract/access/members.contract.ts';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { mayManageRole } from '../../../shared/domain/roles.ts';
import { t } from '../../lib/i18n.ts';
import { ActionsCell, type Column, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { QuietTag } from '../../ui/quiet-tag.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
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
  onReset: (member: Member) => void;
  onResetTwoFactor: (member: Member) => void;
  onSignOut: (member: Member) => void;
  onRemove: (member: Member) => void;
}

/** The members of the workspace. */
export function MemberTable({ members, ...row }: MemberTableProps) {
  return (
    <DataTable label={t('people:table.label')} columns={columns()} actionsWidth={100}>
      {members === null ? (
        <SkeletonRows columns={columns()} rows={3} />
      ) : (
        members.map((member) => <MemberRow key={member.id} member={member} {...row} />)
      )}
    </DataTable>
  );
}

function MemberRow({
  member,
  session,
  onEdit,
  onReset,
  onResetTwoFactor,
  onSignOut,
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
        {mayManage && (
          <RowMenu label={t('people:table.more', { name: member.name })} testId="member-menu">
            <Menu.Item
              leftSection={<IconKey size={16} />}
              onClick={() => onReset(member)}
              data-testid="member-reset"
            >
              {t('people:table.resetLink')}
            </Menu.Item>
            {member.hasTwoFactor && (
              <Menu.Item
                leftSection={<IconShieldOff size={16} />}
                onClick={() => onResetTwoFactor(member)}
                data-testid="member-reset-two-factor"
              >
                {t('people:twoFactor.reset')}
              </Menu.Item>
            )}
            {!isSelf && (
              <>
                <Menu.Item
                  leftSection={<IconLogout size={16} />}
                  onClick={() => onSignOut(member)}
                  data-testid="member-sign-out"
                >
                  {t('people:table.signOut')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  color="var(--sb-bad)"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => onRemove(member)}
                  data-testid="member-remove"
                >
                  {t('people:table.remove')}
                </Menu.Item>
              </>
            )}
          </RowMenu>
        )}
      </ActionsCell>
    </tr>
  );
}

/** A role, with what it may do as a tooltip. */
export function RoleTag({ role }: Pick<Member, 'role'>) {
  return (
    <Tooltip label={roleDescription(role)}>
      <span className={classes.role} data-role={role}>
        {roleLabel(role)}
      </span>
    </Tooltip>
  );
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
