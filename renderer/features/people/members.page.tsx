import { Button, Drawer, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Member } from '../../../shared/contract/members.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { MemberForm } from './member-form.tsx';
import { MemberTable } from './member-table.tsx';
import { membersOptions, refreshMembers } from './members.queries.ts';

/** The people of the workspace, with forms to add, edit and remove them. */
export function MembersPage({ session }: { session: Session }) {
  const members = useQuery(membersOptions());
  const [edited, setEdited] = useState<Member | 'new' | null>(null);
  const [reset, setReset] = useState<Member | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);

  return (
    <PageFrame
      title={t('people:title')}
      lead={t('people:lead', { workspace: session.workspace.name })}
      actions={
        <Button
          leftSection={<IconUserPlus size={18} />}
          onClick={() => setEdited('new')}
          data-testid="member-add"
        >
          {t('people:add')}
        </Button>
      }
    >
      <Card>
        {members.error && !members.data ? (
          <ErrorState
            title={t('people:loadFailed')}
            message={members.error.message}
            onRetry={() => void members.refetch()}
          />
        ) : (
          <MemberTable
            members={members.data?.data ?? null}
            session={session}
            onEdit={setEdited}
            onResetTwoFactor={setReset}
            onRemove={setRemoved}
          />
        )}
      </Card>
      <MemberDrawer subject={edited} actor={session.user} onClose={() => setEdited(null)} />
      <TwoFactorReset member={reset} onClose={() => setReset(null)} />
      <MemberRemove member={removed} onClose={() => setRemoved(null)} />
    </PageFrame>
  );
}

/** Adds or edits a person, depending on `subject`. Null keeps it closed. */
function MemberDrawer({
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
      title={subject === 'new' ? t('people:add') : t('people:edit')}
    >
      {subject !== null && (
        <MemberForm member={subject === 'new' ? null : subject} actor={actor} onDone={onClose} />
      )}
    </Drawer>
  );
}

/** Asks for confirmation before a person's second factor is removed. Null keeps it closed. */
function TwoFactorReset({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const resetting = useMutation(
    async () => {
      if (!member) return;
      await api.twoFactor.reset({ params: { id: member.id } });
      refreshMembers();
    },
    { onSuccess: onClose },
  );

  return (
    <ConfirmModal
      opened={member !== null}
      title={t('people:twoFactor.title')}
      confirmLabel={t('people:twoFactor.confirm')}
      mutation={resetting}
      onClose={onClose}
    >
      <Text>
        <Trans
          t={t}
          i18nKey="people:twoFactor.text"
          values={{ name: member?.name ?? '', email: member?.email ?? '' }}
        />
      </Text>
    </ConfirmModal>
  );
}

/** Asks for confirmation before a person is removed. Null keeps it closed. */
function MemberRemove({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const removing = useMutation(
    async () => {
      if (!member) return;
      await api.members.remove({ params: { id: member.id } });
      refreshMembers();
    },
    { onSuccess: onClose },
  );

  return (
    <ConfirmModal
      opened={member !== null}
      title={t('people:remove.title')}
      confirmLabel={t('people:remove.confirm')}
      mutation={removing}
      onClose={onClose}
    >
      <Text>
        <Trans
          t={t}
          i18nKey="people:remove.text"
          values={{ name: member?.name ?? '', email: member?.email ?? '' }}
        />
      </Text>
    </ConfirmModal>
  );
}
