import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ListRange, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { InboxView } from '../../../../shared/domain/inbox-views.ts';
import { useDensity } from '../../../lib/density.store.ts';
import { t } from '../../../lib/i18n.ts';
import { useInbox } from '../inbox-context.ts';
import { pruneSelection, selectRange, toggleSelected, useSelection } from '../work/selection.store.ts';
import classes from './conversation-list.module.css';
import type { ListFilter } from './conversation-order.ts';
import { ConversationRow, ROW_HEIGHTS } from './conversation-row.tsx';
import { loadMore } from './conversations.actions.ts';
import { setShownList } from './shown-order.ts';
import { useAiming } from './use-aiming.ts';
import { useHeldOrder } from './use-held-order.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

export interface ConversationListProps {
  rows: readonly Conversation[];
  view: InboxView;
  search: string;
  filter: ListFilter;
  searchRef: RefObject<HTMLInputElement | null>;
}

/** The conversations of a view, with keyboard navigation. Rows keep their order while the pointer moves. */
export function ConversationList({ rows, view, search, filter, searchRef }: ConversationListProps) {
  const { openId, onOpen, onClose } = useInbox();
  const rowHeight = ROW_HEIGHTS[useDensity().density];
  const virtuoso = useRef<VirtuosoHandle>(null);
  const { isAiming, handlers } = useAiming();
  const [chosenId, setActiveId] = useState(openId);
  const { ordered, newCount, release } = useHeldOrder(rows, isAiming);
  // A conversation that left the list can no longer be the chosen one.
  const activeId = chosenId !== null && ordered.includes(chosenId) ? chosenId : openId;
  const isSelecting = useSelection((state) => state.ids.size > 0);
  const range = useRef<ListRange>({ startIndex: 0, endIndex: -1 });
  const [isActiveInPage, setActiveInPage] = useState(false);
  function findActive(): void {
    const index = activeId === null ? -1 : ordered.indexOf(activeId);
    setActiveInPage(index >= range.current.startIndex && index <= range.current.endIndex);
  }
  useEffect(findActive, [activeId, ordered]);

  useEffect(() => {
    setShownList({ ids: ordered, view });
    pruneSelection(ordered);
    setActiveId((id) => (id !== null && ordered.includes(id) ? id : null));
    return () => setShownList({ ids: [], view });
  }, [ordered, view]);

  // A link can open a conversation far below.
  const [openAt] = useState(() => (openId === null ? -1 : ordered.indexOf(openId)));

  useInboxKeys({
    ids: ordered,
    activeId,
    openId,
    searchRef,
    onMove: (id, index) => {
      setActiveId(id);
      virtuoso.current?.scrollIntoView({ index });
    },
    onOpen,
    onClose,
  });

  return (
    <div className={classes.place} {...handlers}>
      {newCount > 0 && (
        <Button
          className={classes.fresh}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowUp size={14} />}
          onClick={() => {
            release();
            virtuoso.current?.scrollToIndex({ index: 0 });
          }}
        >
          {t('inbox:list.new', { count: newCount })}
        </Button>
      )}
      <Virtuoso
        ref={virtuoso}
        className={classes.list}
        role="listbox"
        tabIndex={0}
        aria-label={t('inbox:list.label')}
        aria-multiselectable={isSelecting || undefined}
        // Rows far from the view are not in the page, and an unknown id says nothing to a screen reader.
        aria-activedescendant={isActiveInPage ? `row-${activeId}` : undefined}
        rangeChanged={(shown) => {
          range.current = shown;
          findActive();
        }}
        data-testid="conversation-list"
        data={ordered}
        computeItemKey={(_index, id) => id}
        key={rowHeight}
        {...(openAt > 0 && { initialTopMostItemIndex: { index: openAt, align: 'center' } })}
        fixedItemHeight={rowHeight}
        increaseViewportBy={rowHeight * 6}
        endReached={() => void loadMore(view, search, filter)}
        itemContent={(_index, id) => (
          <ConversationRow
            id={id}
            isOpen={id === openId}
            isActive={id === activeId}
            onOpen={() => {
              setActiveId(id);
              onOpen(id);
            }}
            onSelect={(isRange) => {
              setActiveId(id);
              if (isRange) selectRange(id, ordered, activeId);
              else toggleSelected(id);
            }}
          />
        )}
      />
    </div>
  );
}
