import { Anchor, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { ConversationFilter } from '../../../shared/contract/conversations.contract.ts';
import { useConversations } from './conversations.store.ts';
import { useInbox } from './inbox-context.ts';
import classes from './list-toolbar.module.css';

export interface ListToolbarProps {
  ref: Ref<HTMLInputElement>;
  filter: ConversationFilter;
  onFilter: (filter: ConversationFilter) => void;
  search: string;
  onSearch: (text: string) => void;
  onLeaveSearch: () => void;
}

/** Heading, search box and filters above the list. */
export function ListToolbar({ ref, filter, onFilter, search, onSearch, onLeaveSearch }: ListToolbarProps) {
  const unreadTotal = useConversations((state) => state.unreadTotal);
  const { connected, isSandbox, phonePageUrl } = useInbox().session.workspace.channel;
  const filters: { value: ConversationFilter; label: string }[] = [
    { value: 'all', label: 'All' },
    { value: 'unread', label: unreadTotal > 0 ? `Unread ${unreadTotal}` : 'Unread' },
    { value: 'failed', label: 'Failed' },
  ];

  return (
    <header className={classes.toolbar}>
      <div className={classes.top}>
        <h1 className={classes.title}>Inbox</h1>
        {connected && isSandbox && phonePageUrl !== null && (
          <Anchor
            href={phonePageUrl}
            target="_blank"
            rel="noreferrer"
            underline="hover"
            className={classes.phone}
            data-testid="open-phone"
          >
            <IconDeviceMobile size={16} aria-hidden="true" />
            Open the phone
          </Anchor>
        )}
      </div>
      <TextInput
        ref={ref}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (search === '') onLeaveSearch();
          else onSearch('');
        }}
        placeholder="Search name or number"
        aria-label="Search conversations"
        aria-keyshortcuts="/"
        leftSection={<IconSearch size={16} />}
        rightSection={
          search === '' ? (
            <kbd className={classes.hint}>/</kbd>
          ) : (
            <CloseButton size="sm" aria-label="Clear search" onClick={() => onSearch('')} />
          )
        }
        data-testid="conversation-search"
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Which conversations"
        data={filters}
        value={filter}
        onChange={onFilter}
      />
    </header>
  );
}
