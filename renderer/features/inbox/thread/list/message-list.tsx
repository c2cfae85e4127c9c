import { Button, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type ListProps, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import { useKeys } from '../../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys } from '../../../../lib/commands/keys.ts';
import { useCommands } from '../../../../lib/commands/registry.ts';
import { t } from '../../../../lib/i18n.ts';
import { ViewerLayer } from '../../media/viewer-layer.tsx';
import { useThreadNotes } from '../../notes/use-thread-notes.ts';
import { useOutbox } from '../../outbox/outbox.store.ts';
import { useMessageDialog } from '../actions/message-dialogs.store.ts';
import { moveAlongBubbles } from '../actions/use-bubble-handlers.ts';
import { useThreadWork } from '../history/use-thread-work.ts';
import { unmarkMessage, useMarkedMessage } from '../store/marked-message.store.ts';
import { firstUnreadOf, reloadThread } from '../store/threads.actions.ts';
import { type Thread, useThreads } from '../store/threads.store.ts';
import { showMessage } from '../use-open-thread.ts';
import classes from './message-list.module.css';
import { ListEnd, ListStart } from './message-list-ends.tsx';
import { estimatedHeight, type ThreadEntry, threadEntries } from './thread-entries.ts';
import { ThreadPreview } from './thread-preview.tsx';
import { ThreadRow } from './thread-row.tsx';
import { useMarkedInView } from './use-marked-in-view.ts';
import { useOnScreen } from './use-on-screen.ts';
import { usePages } from './use-pages.ts';
import { usePlaced } from './use-placed.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

const MessageDialogs = lazy(async () => ({
  default: (await import('../actions/message-dialogs.tsx')).MessageDialogs,
}));

/** Virtuoso decrements this index when older messages are prepended. */
const FIRST_INDEX = 1_000_000;
const NEAR_BOTTOM_PX = 80;
const NONE: never[] = [];

/**
 * The messages of a conversation. Scrolls to new messages only while the reader is at the bottom, and reports
 * whether they are.
 */
export function MessageList(props: MessageListProps) {
  const part = useThreads((threads) => threads[props.conversationId]?.part ?? 0);
  return <PartOfThread key={part} {...props} />;
}

interface MessageListProps {
  conversationId: string;
  onAtEnd: (isAtEnd: boolean) => void;
  /** Receives the customer's last message that was on the screen. */
  onSeen: (messageId: string) => void;
}

function PartOfThread({ conversationId, onAtEnd, onSeen }: MessageListProps) {
  const messages = useThreads((threads) => threads[conversationId]?.messages ?? NONE);
  const prepended = useThreads((threads) => threads[conversationId]?.prepended ?? 0);
  const allPending = useOutbox((state) => state.pending);
  const notes = useThreadNotes(conversationId);
  const work = useThreadWork(conversationId);
  const unread = useFirstUnread(conversationId);
  const unreadId = unread?.id ?? null;
  const entries = useMemo(() => {
    const pending = allPending.filter(
      // One that a colleague has overtaken is above the composer.
      (item) => item.conversationId === conversationId && !item.isOvertaken,
    );
    return threadEntries(messages, pending, unreadId, notes, work);
  }, [messages, allPending, conversationId, unreadId, notes, work]);
  const above = rowsAbove(entries, prepended);

  const hasDialog = useMessageDialog(({ message }) => message !== null);
  const virtuoso = useRef<VirtuosoHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const marked = useMarkedMessage((state) =>
    state.marked?.conversationId === conversationId ? state.marked : null,
  );
  const indexOf = (id: string | null) =>
    entries.findIndex((entry) => entry.kind === 'stored' && entry.message.id === id);
  const [startsAt] = useState(() => indexOf(marked?.messageId ?? null));
  const [estimates] = useState(() => entries.map(estimatedHeight));
  const isCut = useThreads((threads) => (threads[conversationId]?.newerCursor ?? null) !== null);
  const { isStuck, handlers, handleAtBottom, handleHeight, release, settle, lastInputAt } = useStickToBottom(
    virtuoso,
    container,
    startsAt < 0 && !isCut,
  );
  const pages = usePages(conversationId, startsAt >= 0);
  useMarkedInView({
    ...{ list: virtuoso, container, marked, indexOf, lastInputAt },
    release: () => {
      pages.hold();
      release();
    },
    settle: () => {
      settle();
      pages.go();
    },
  });
  useEffect(() => onAtEnd(isStuck && !isCut), [onAtEnd, isStuck, isCut]);
  const isPlaced = usePlaced(container, entries.length === 0);
  const { seenId, hasShownLine } = useOnScreen(container, isPlaced, entries);
  useEffect(() => {
    if (seenId !== null) onSeen(seenId);
  }, [onSeen, seenId]);
  const last = entries.at(-1);

  function showEnd(): void {
    // The part that is loaded then would start at the mark.
    unmarkMessage();
    if (isCut) void reloadThread(conversationId);
    else virtuoso.current?.scrollToIndex({ index: 'LAST', align: 'end' });
  }

  const showOwn = useEffectEvent(showEnd);
  // Own messages are always scrolled into view.
  const isOwn = last?.kind === 'pending' || (last?.kind === 'note' && !('id' in last.note));
  const lastPendingKey = isOwn ? last.key : null;
  useEffect(() => {
    if (lastPendingKey !== null) showOwn();
  }, [lastPendingKey]);

  return (
    <div ref={container} className={classes.place} data-placed={isPlaced || undefined} {...handlers}>
      <Virtuoso<ThreadEntry, { conversationId: string }>
        ref={virtuoso}
        className={classes.list}
        role="log"
        aria-label={t('inbox:thread.label')}
        aria-live="off"
        tabIndex={0}
        onKeyDown={moveAlongBubbles}
        data-testid="thread"
        data={entries}
        computeItemKey={(_index, entry) => entry.key}
        firstItemIndex={FIRST_INDEX - above}
        initialTopMostItemIndex={
          startsAt < 0
            ? { index: Math.max(0, entries.length - 1), align: 'end' }
            : { index: startsAt, align: 'center' }
        }
        alignToBottom
        heightEstimates={estimates}
        followOutput={(isAtBottom) => (isAtBottom && !isCut ? 'auto' : false)}
        atBottomThreshold={NEAR_BOTTOM_PX}
        atBottomStateChange={handleAtBottom}
        totalListHeightChanged={handleHeight}
        startReached={pages.onStart}
        endReached={pages.onEnd}
        increaseViewportBy={{ top: 600, bottom: 300 }}
        context={{ conversationId }}
        components={{ Header: ListStart, List: MessageRows, Footer: ListEnd }}
        itemContent={(_index, entry) => <ThreadRow entry={entry} />}
      />
      <ViewerLayer />
      {hasDialog && (
        <Suspense fallback={null}>
          <MessageDialogs />
        </Suspense>
      )}
      {!isPlaced && startsAt < 0 && <ThreadPreview conversationId={conversationId} entries={entries} />}
      {unread && hasShownLine === false && (
        <UnreadButton conversationId={conversationId} messageId={unread.id} count={unread.count} />
      )}
      {(!isStuck || isCut) && <JumpButton entries={entries} onJump={showEnd} />}
    </div>
  );
}

/** Returns how many rows are above the message that was the first one when the thread was opened. */
function rowsAbove(entries: readonly ThreadEntry[], prepended: number): number {
  let messages = 0;
  for (const [index, { kind }] of entries.entries()) {
    if (kind !== 'stored') continue;
    if (messages === prepended) return index;
    messages += 1;
  }
  return prepended;
}

/** The button that jumps to the end, with the number of messages since the reader scrolled away. */
function JumpButton({ entries, onJump }: { entries: readonly ThreadEntry[]; onJump: () => void }) {
  const [leftAt] = useState(entries.at(-1)?.key);
  const unseen = entries.length - 1 - entries.findLastIndex((entry) => entry.key === leftAt);
  return (
    <Button
      className={classes.jump}
      size="compact-md"
      radius="xl"
      variant={unseen > 0 ? 'filled' : 'default'}
      leftSection={<IconArrowDown size={16} />}
      onClick={onJump}
      data-testid="jump-to-latest"
    >
      {unseen > 0 ? t('inbox:thread.newCount', { count: unseen }) : t('inbox:thread.latest')}
    </Button>
  );
}

/** The button that leads to the first message that was unread when the thread was opened. */
function UnreadButton({
  conversationId,
  messageId,
  count,
}: {
  conversationId: string;
  messageId: string;
  count: number;
}) {
  const jump = () => void showMessage(conversationId, messageId);
  useCommands({ 'conversation.firstUnread': jump });
  const keys = useKeys('conversation.firstUnread');
  const label = t('inbox:thread.newCount', { count });
  return (
    <Tooltip label={withKeys(t('inbox:thread.firstUnread'), keys)}>
      <Button
        className={classes.unread}
        size="compact-md"
        radius="xl"
        leftSection={<IconArrowUp size={16} />}
        onClick={jump}
        aria-keyshortcuts={ariaKeys(keys)}
        data-testid="jump-to-unread"
      >
        {label}
      </Button>
    </Tooltip>
  );
}

/** Returns the message that was the first unread one when the thread was opened. In a loaded thread, the first frame has it. */
function useFirstUnread(conversationId: string): Thread['firstUnread'] {
  const stored = useThreads((threads) => threads[conversationId]?.firstUnread ?? null);
  const [loaded] = useState(() =>
    useThreads.getState()[conversationId]?.phase === 'ready' ? firstUnreadOf(conversationId) : null,
  );
  return stored ?? loaded;
}

/** The container of the rows. Replaces Virtuoso's default, which hides rows 150 ms longer than necessary. */
function MessageRows({ style, ...rest }: ListProps) {
  return <div {...rest} style={{ ...style, visibility: undefined }} data-rows />;
}
