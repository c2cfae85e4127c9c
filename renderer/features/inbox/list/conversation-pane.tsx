import { useDebouncedValue, useSessionStorage } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  CONVERSATION_FILTERS,
  type ConversationFilter,
} from '../../../../shared/contract/conversations.contract.ts';
import { useInbox } from '../inbox-context.ts';
import { ConversationList } from './conversation-list.tsx';
import { visibleConversations } from './conversation-order.ts';
import { loadView } from './conversations.actions.ts';
import { useConversations } from './conversations.store.ts';
import { DemoNotice } from './demo-notice.tsx';
import { HiddenRejections } from './hidden-rejections.tsx';
import { NEW_VIEW, useInboxViews, viewKey } from './inbox-views.store.ts';
import { ListEmpty } from './list-empty.tsx';
import { ListProblem, ListSkeleton } from './list-states.tsx';
import { ListToolbar } from './list-toolbar.tsx';

/** The left pane: search, filters and the conversations. */
export function ConversationPane() {
  const { openId } = useInbox();
  // Kept for the tab, so that a reload returns to the same list.
  const [filter, setFilter] = useSessionStorage<ConversationFilter>({
    key: 'switchboard.inbox-filter',
    defaultValue: 'all',
    getInitialValueInEffect: false,
    deserialize: readFilter,
  });
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), 200);
  // Only typing is debounced: clearing the field shows the list at once.
  const search = typed.trim() === '' ? '' : debounced;
  const searchRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    void loadView(filter, search);
  }, [filter, search]);

  const byId = useConversations((state) => state.byId);
  const view = useInboxViews((views) => views[viewKey(filter, search)]) ?? NEW_VIEW;
  const rows = useMemo(() => visibleConversations(byId, view, filter, openId), [byId, view, filter, openId]);

  function retry(): void {
    void loadView(filter, search);
  }

  return (
    <>
      <ListToolbar
        ref={searchRef}
        filter={filter}
        onFilter={setFilter}
        search={typed}
        onSearch={setTyped}
        onLeaveSearch={() => searchRef.current?.blur()}
      />
      <DemoNotice />
      {view.phase === 'ready' && filter === 'all' && search === '' && <HiddenRejections shown={rows} />}
      {view.problem !== null && view.phase === 'ready' && (
        <ListProblem message={view.problem} onRetry={retry} />
      )}
      {view.phase === 'failed' ? (
        <ListProblem message={view.problem ?? ''} onRetry={retry} isWhole />
      ) : view.phase === 'loading' ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <ListEmpty
          filter={filter}
          search={search}
          onReset={() => {
            setFilter('all');
            setTyped('');
          }}
        />
      ) : (
        <ConversationList
          key={viewKey(filter, search)}
          rows={rows}
          filter={filter}
          search={search}
          searchRef={searchRef}
        />
      )}
    </>
  );
}

/** The storage can hold anything. */
function readFilter(stored: string | undefined): ConversationFilter {
  return CONVERSATION_FILTERS.find((filter) => JSON.stringify(filter) === stored) ?? 'all';
}
