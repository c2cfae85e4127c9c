import { Anchor, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { InboxView } from '../../../../shared/domain/inbox-views.ts';
import { formatUnread } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from './conversations.store.ts';
import classes from './list-toolbar.module.css';

export interface ListToolbarProps {
  ref: Ref<HTMLInputElement>;
  view: InboxView;
  onView: (view: InboxView) => void;
  search: string;
  onSearch: (text: string) => void;
  onLeaveSearch: () => void;
}

/** Heading, search box and filters above the list. */
export function ListToolbar({ ref, view, onView, search, onSearch, onLeaveSearch }: ListToolbarProps) {
  const unreadTotal = useConversations((state) => state.unreadTotal);
  const { connected, isSandbox, phonePageUrl } = useInbox().session.workspace.channel;
  const views = (['open', 'unread', 'failed'] as const).map((value) => {
    const name = t(`inbox:list.views.${value}.name`);
    const label =
      value === 'unread' && unreadTotal > 0
        ? t('inbox:list.views.counted', { name, total: formatUnread(unreadTotal) })
        : name;
    return { value, label };
  });

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
        aria-label={t('inbox:list.views.label')}
        data={views}
        value={view}
        onChange={onView}
      />
    </header>
  );
}
