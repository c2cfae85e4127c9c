import { Anchor, Button } from '@mantine/core';
import { IconChecks, IconInbox, IconSearchOff } from '@tabler/icons-react';
import type { ConversationFilter } from '../../../shared/contract/conversations.contract.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useInbox } from './inbox-context.ts';
import { NoChannel } from './no-channel.tsx';

const ICON = { size: 26, stroke: 1.6 } as const;

/** Why the list is empty, and the way on. */
export function ListEmpty({
  filter,
  search,
  onReset,
}: {
  filter: ConversationFilter;
  search: string;
  onReset: () => void;
}) {
  const { channel } = useInbox().session.workspace;
  if (search !== '') {
    return (
      <EmptyState
        icon={<IconSearchOff {...ICON} />}
        title="No match"
        actions={
          <Button variant="default" onClick={onReset}>
            Clear search
          </Button>
        }
      >
        Nobody called “{search}”{filter === 'all' ? '' : ` among the ${filter} conversations`}.
      </EmptyState>
    );
  }
  if (filter !== 'all') {
    return (
      <EmptyState
        icon={<IconChecks {...ICON} />}
        title={filter === 'unread' ? 'All clear' : 'Nothing failed'}
        actions={
          <Button variant="default" onClick={onReset}>
            Show all
          </Button>
        }
      >
        {filter === 'unread' ? 'Every message has been read.' : 'Every message that was sent went through.'}
      </EmptyState>
    );
  }
  return channel.connected ? <NoMessagesYet phonePageUrl={channel.phonePageUrl} /> : <NoChannel />;
}

function NoMessagesYet({ phonePageUrl }: { phonePageUrl: string | null }) {
  return (
    <EmptyState icon={<IconInbox {...ICON} />} title="No messages yet">
      {phonePageUrl === null ? (
        'When a customer writes to your number, the conversation appears here.'
      ) : (
        <>
          Send yourself one with the{' '}
          <Anchor href={phonePageUrl} target="_blank" rel="noreferrer" size="sm">
            test phone
          </Anchor>
          .
        </>
      )}
    </EmptyState>
  );
}
