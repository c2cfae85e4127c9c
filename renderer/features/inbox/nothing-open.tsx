import { Kbd } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useConversations } from './conversations.store.ts';
import classes from './nothing-open.module.css';

const ICON = <IconMessages size={26} stroke={1.6} />;

/** The thread's place while no conversation is open. */
export function NothingOpen() {
  const unreadTotal = useConversations((state) => state.unreadTotal);
  const isEmpty = useConversations((state) => Object.keys(state.byId).length === 0);
  if (isEmpty) return <EmptyState icon={ICON} title="Conversations open here" />;
  return (
    <EmptyState
      icon={ICON}
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
    </EmptyState>
  );
}
