import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '../../../shared/contract/members.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberRemove } from './member-remove.tsx';
import { MemberTable } from './member-table.tsx';
import { membersOptions } from './members.queries.ts';

/** The people of the workspace: add, change, remove. */
export function MembersPage({ session }: { session: Session }) {
  const members = useQuery(membersOptions());
  const [edited, setEdited] = useState<Member | 'new' | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);

  return (
    <PageFrame
      title="People"
      lead={`Who may sign in to ${session.workspace.name}, and what they may do there.`}
      actions={
        <Button
          leftSection={<IconUserPlus size={18} />}
          onClick={() => setEdited('new')}
          data-testid="member-add"
        >
          Add person
        </Button>
      }
    >
      <Card>
        {members.error && !members.data ? (
          <ErrorState
            title="The people could not be loaded"
            message={members.error.message}
            onRetry={() => void members.refetch()}
          />
        ) : (
          <MemberTable
            members={members.data?.data ?? null}
            session={session}
            onEdit={setEdited}
            onRemove={setRemoved}
          />
        )}
      </Card>
      <MemberDrawer subject={edited} actor={session.user} onClose={() => setEdited(null)} />
      <MemberRemove member={removed} onClose={() => setRemoved(null)} />
    </PageFrame>
  );
}
