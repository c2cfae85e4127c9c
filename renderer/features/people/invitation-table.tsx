import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Invitation } from '../../../shared/contract/access/invitations.contract.ts';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { mayManageRole } from '../../../shared/domain/roles.ts';
import { api } from '../../lib/api/api.ts';
import { formatDate } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { DotBadge } from '../../ui/dot-badge.tsx';
import { ActionsCell, type Column, DataTable } from '../../ui/list/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RoleTag } from './member-table.tsx';
import classes from './members.module.css';
import { refreshMembers } from './members.queries.ts';

const columns = (): Column[] => [
  { key: 'email', title: t('people:invitations.email') },
  { key: 'role', title: t('people:table.role'), width: 154, room: 'small' },
  { key: 'state', title: t('people:invitations.state'), width: 160, room: 'small' },
  { key: 'sent', title: t('people:invitations.created'), width: 160, room: 'medium' },
];

/** The invitations of the last weeks, with their state. */
export function InvitationTable({
  invitations,
  session,
}: {
  invitations: readonly Invitation[];
  session: Session;
}) {
  return (
    <>
      <Title order={2} size="h3" className={classes.heading}>
        {t('people:invitations.title')}
      </Title>
      <DataTable label={t('people:invitations.title')} columns={columns()} actionsWidth={100}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} actor={session.user} />
        ))}
      </DataTable>
    </>
  );
}

function InvitationRow({ invitation, actor }: { invitation: Invitation; actor: Session['user'] }) {
  const { id, email, role, state, createdBy, createdAt } = invitation;
  const [isAsking, setAsking] = useState(false);
  const revoking = useMutation(() => api.invitations.revoke({ params: { id } }), {
    toast: () => t('people:invitations.revoked', { email }),
    onSuccess: () => {
      setAsking(false);
      refreshMembers();
    },
    // It may have been accepted meanwhile: then the list says so.
    onError: refreshMembers,
  });
  return (
    <tr data-testid="invitation-row" data-id={id}>
      <td>
        <div className={classes.address}>{email}</div>
        <div className={classes.folded}>
          <State invitation={invitation} />
        </div>
      </td>
      <td data-room="small">
        <RoleTag role={role} />
      </td>
      <td data-room="small">
        <State invitation={invitation} />
      </td>
      <td data-room="medium" className={classes.soft}>
        <RelativeTime time={createdAt} inWords />
        <div dir="auto">{t('people:invitations.by', { name: createdBy })}</div>
      </td>
      <ActionsCell>
        {state === 'pending' && mayManageRole(actor.role, role) && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('people:invitations.revokeOf', { email })}
            onClick={() => setAsking(true)}
            data-testid="invitation-revoke"
          >
            {t('people:invitations.revoke')}
          </Button>
        )}
        <ConfirmModal
          opened={isAsking}
          title={t('people:invitations.revokeTitle')}
          confirmLabel={t('people:invitations.revoke')}
          mutation={revoking}
          onClose={() => setAsking(false)}
        >
          <Text>{t('people:invitations.revokeText', { email })}</Text>
        </ConfirmModal>
      </ActionsCell>
    </tr>
  );
}

function State({ invitation: { state, expiresAt } }: { invitation: Invitation }) {
  return (
    <div className={classes.states}>
      <DotBadge className={classes.state} data-state={state}>
        {t(`people:invitations.${state}`)}
      </DotBadge>
      {state === 'pending' && (
        <span className={classes.until}>
          {t('people:invitations.until', { date: formatDate(expiresAt) })}
        </span>
      )}
    </div>
  );
}
