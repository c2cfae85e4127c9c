import { Anchor, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { ConversationFilter } from '../../../../shared/contract/conversations.contract.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from './conversations.store.ts';
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
    { value: 'all', label: t('inbox:list.filters.all') },
    {
      value: 'unread',
      label:
        unreadTotal > 0
          ? t('inbox:list.filters.unreadTotal', { total: formatCount(unreadTotal) })
          : t('inbox:list.filters.unread'),
    },
    { value: 'failed', label: t('inbox:list.filters.failed') },
  ];

  return (
    <header className={classes.toolbar}>
      <div className={classes.top}>
        <h1 className={classes.title}>{t('inbox:list.title')}</h1>
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
            {t('inbox:list.phone')}
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
        placeholder={t('inbox:list.searchPlaceholder')}
        aria-label={t('inbox:list.search')}
        aria-keyshortcuts="/"
        leftSection={<IconSearch size={16} />}
        rightSection={
          search === '' ? (
            <kbd className={classes.hint}>/</kbd>
          ) : (
            <CloseButton size="sm" aria-label={t('inbox:list.clearSearch')} onClick={() => onSearch('')} />
          )
        }
        data-testid="conversation-search"
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('inbox:list.filters.label')}
        data={filters}
        value={filter}
        onChange={onFilter}
      />
    </header>
  );
}
