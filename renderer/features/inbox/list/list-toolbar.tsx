import { Anchor, CloseButton, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import { t } from '../../../lib/i18n.ts';
import { FilterButton, FilterChips } from '../filter/list-filter.tsx';
import { useInbox } from '../inbox-context.ts';
import classes from './list-toolbar.module.css';
import { ViewMenu } from './view-menu.tsx';

export interface ListToolbarProps {
  ref: Ref<HTMLInputElement>;
  search: string;
  onSearch: (text: string) => void;
  onLeaveSearch: () => void;
}

/** The view, and the search box above the list. */
export function ListToolbar({ ref, search, onSearch, onLeaveSearch }: ListToolbarProps) {
  const { connected, isSandbox, phonePageUrl } = useInbox().session.workspace.channel;

  return (
    <header className={classes.toolbar}>
      <div className={classes.top}>
        <ViewMenu />
        <span className={classes.end}>
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
          <FilterButton />
        </span>
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
      <FilterChips />
    </header>
  );
}
