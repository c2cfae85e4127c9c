import { useDebouncedValue } from '@mantine/hooks';
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useDemoLogin } from '../../../lib/demo-login.store.ts';
import { loadLaterTexts } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { later } from '../../../ui/overlays/later.tsx';
import { useResponseRules } from '../business-hours/response-rules.ts';
import { useInbox } from '../inbox-context.ts';
import { DEFAULT_VIEW } from '../views.ts';
import { clearSelection, useSelection } from '../work/selection.store.ts';
import { ConversationList } from './conversation-list.tsx';
import { isNarrowed, NO_FILTER, viewerOf, visibleConversations } from './conversation-order.ts';
import { loadMore, loadView } from './conversations.actions.ts';
import { useConversations } from './conversations.store.ts';
import { HiddenRejections } from './hidden-rejections.tsx';
import { NEW_VIEW, useInboxViews, viewKey } from './inbox-views.store.ts';
import { ListPartial, ListProblem, ListSkeleton } from './list-states.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { NoticeOffer } from './notice-offer.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

/** Most lists have something: the first screen does without it. */
const ListEmpty = later(async () => (await import('./list-empty.tsx')).ListEmpty);
/** Shown once, after "Load the demo". */
const DemoNotice = later(async () => (await import('./demo-notice.tsx')).DemoNotice);

const BulkBar = lazy(async () => {
  const [bar] = await Promise.all([import('./bulk-bar.tsx'), loadLaterTexts()]);
  return { default: bar.BulkBar };
});

/** The left pane: search, filters and the conversations. */
export function ConversationPane() {
  const { openId, session, view, filter, onView } = useInbox();
  const hasDemoLogin = useDemoLogin().login !== null;
  const now = useNow();
  const rules = useResponseRules();
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), 200);
  // Only typing is debounced: clearing the field shows the list at once.
  const search = typed.trim() === '' ? '' : debounced;
  // A search of the inbox also looks through snoozed and closed conversations.
  const shown = search !== '' && view === DEFAULT_VIEW ? 'all' : view;
  const isSelecting = useSelection((state) => state.ids.size > 0);
  const searchRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    void loadView(shown, search, filter);
    return clearSelection;
  }, [shown, search, filter]);

  const byId = useConversations((state) => state.byId);
  const state = useInboxViews((views) => views[viewKey(shown, search, filter)]) ?? NEW_VIEW;
  const rows = useMemo(
    () =>
      visibleConversations(byId, state, {
        view: shown,
        filter,
        viewer: viewerOf(session.user.id, rules, new Date(now)),
        keep: openId,
      }),
    [byId, state, shown, filter, session.user.id, rules, now, openId],
  );

  function retry(): void {
    void loadView(shown, search, filter);
  }

  const toolbar = (
    <ListToolbar
      ref={searchRef}
      search={typed}
      onSearch={setTyped}
      onLeaveSearch={() => searchRef.current?.blur()}
    />
  );

  return (
    <>
      {(state.phase !== 'ready' || rows.length === 0) && <ThreadKeys searchRef={searchRef} />}
      {isSelecting ? (
        <Suspense fallback={toolbar}>
          <BulkBar />
        </Suspense>
      ) : (
        toolbar
      )}
      {hasDemoLogin && <DemoNotice />}
      <NoticeOffer />
      {state.phase === 'ready' && view === DEFAULT_VIEW && search === '' && <HiddenRejections shown={rows} />}
      {state.problem !== null && state.phase === 'ready' && (
        <ListProblem message={state.problem} onRetry={retry} />
      )}
      {state.moreProblem !== null && state.phase === 'ready' && (
        <ListProblem
          message={state.moreProblem}
          isLoading={state.isLoadingMore}
          onRetry={() => void loadMore(shown, search, filter)}
          isRest
        />
      )}
      {state.phase === 'ready' && state.isPartial && state.moreProblem === null && (
        <ListPartial
          isLoading={state.isLoadingMore}
          onContinue={() => void loadMore(shown, search, filter)}
        />
      )}
      {state.phase === 'failed' ? (
        <ListProblem message={state.problem ?? ''} onRetry={retry} isWhole />
      ) : state.phase === 'loading' ? (
        <ListSkeleton />
      ) : rows.length === 0 && state.isPartial ? null : rows.length === 0 ? (
        <ListEmpty
          view={view}
          search={search}
          isNarrowed={isNarrowed(filter)}
          onSearch={setTyped}
          onReset={() => {
            onView(DEFAULT_VIEW, NO_FILTER);
            setTyped('');
          }}
        />
      ) : (
        <ConversationList
          key={viewKey(shown, search, filter)}
          rows={rows}
          view={shown}
          search={search}
          filter={filter}
          searchRef={searchRef}
        />
      )}
    </>
  );
}

/** The commands while there is no list: they mean the open conversation. */
function ThreadKeys({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const { openId, onOpen, onClose } = useInbox();
  useInboxKeys({ ids: [], activeId: openId, openId, searchRef, onMove: () => {}, onOpen, onClose });
  return null;
}
