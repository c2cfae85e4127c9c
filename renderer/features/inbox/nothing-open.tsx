import { Anchor, Kbd } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useConversations } from './conversations.store.ts';
import { useInbox } from './inbox-context.ts';
import classes from './nothing-open.module.css';

/** The thread's place while no conversation is open. */
export function NothingOpen() {
  const unreadTotal = useConversations((state) => state.unreadTotal);
  const { phonePageUrl } = useInbox().session.workspace.channel;
  return (
    <div className={classes.place}>
      <EmptyState
        icon={<IconMessages size={26} stroke={1.6} />}
        title={
          unreadTotal > 0
            ? `${unreadTotal} unread ${unreadTotal === 1 ? 'conversation' : 'conversations'}`
            : 'All caught up'
        }
      >
        <p>Pick a conversation on the left to read it and answer.</p>
        <p className={classes.keys}>
          <span>
            <Kbd>J</Kbd> <Kbd>K</Kbd> move
          </span>
          <span>
            <Kbd>Enter</Kbd> open
          </span>
          <span>
            <Kbd>R</Kbd> reply
          </span>
          <span>
            <Kbd>/</Kbd> search
          </span>
        </p>
        {phonePageUrl !== null && (
          <Anchor href={phonePageUrl} target="_blank" rel="noreferrer" size="sm">
            Write to yourself from the test phone
          </Anchor>
        )}
      </EmptyState>
    </div>
  );
}
