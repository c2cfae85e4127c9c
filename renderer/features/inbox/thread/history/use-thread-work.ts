import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { TimelineItem } from '../../../../../shared/contract/contacts/contacts-page.contract.ts';
import type { Conversation } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { queries } from '../../../../lib/api/api.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { oldestLoaded } from '../../notes/notes.actions.ts';
import { useThreads } from '../store/threads.store.ts';

const NONE: never[] = [];
const SHOWN = ['conversation:status', 'conversation:assignee'];

/** Loads what was done with a conversation, newest first. */
export function useWorkQuery(id: string) {
  const contactId = useConversations(({ byId }) => byId[id]?.contact.id);
  return useInfiniteQuery({
    ...queries.contactsPage.timeline.infiniteOptions({
      input: (cursor: string | undefined) => ({
        params: { id: contactId ?? '' },
        query: { kind: 'work' as const, limit: 30, ...(cursor !== undefined && { cursor }) },
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    enabled: contactId !== undefined,
  });
}

/** Returns who closed, reopened, snoozed or assigned a conversation, in the loaded part of its thread, oldest first. */
export function useThreadWork(id: string): readonly TimelineItem[] {
  const state = useConversations(({ byId }) => stateOf(byId[id]));
  const updatedAt = useConversations(({ byId }) => byId[id]?.updatedAt);
  const oldest = useThreads((threads) => oldestLoaded(threads[id]));
  const newest = useThreads((threads) =>
    threads[id]?.newerCursor ? (threads[id]?.messages.at(-1)?.createdAt ?? null) : null,
  );
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = useWorkQuery(id);
  const items = useMemo(() => data?.pages.flatMap((page) => page.data) ?? NONE, [data]);

  // A change of the conversation is a new line. One that is shown before the server has it is not there yet.
  const known = useRef({ state, updatedAt });
  useEffect(() => {
    if (known.current.updatedAt === updatedAt) return;
    if (known.current.state !== state) void refetch();
    known.current = { state, updatedAt };
  }, [state, updatedAt, refetch]);
  // Older messages bring older lines.
  const last = items.at(-1)?.at;
  const isShort = hasNextPage && last !== undefined && (oldest === null || last > oldest);
  useEffect(() => {
    // After a failure, a person asks again.
    if (isShort && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isShort, isFetching, isFetchNextPageError, fetchNextPage]);

  return useMemo(
    () =>
      items
        .filter(
          ({ at, changes }) =>
            changes.some(({ field }) => SHOWN.includes(field)) &&
            (oldest === null || at >= oldest) &&
            (newest === null || at <= newest),
        )
        .toReversed(),
    [items, oldest, newest],
  );
}

/** Returns the part of a conversation that the lines are about. */
function stateOf(conversation: Conversation | undefined): string {
  if (!conversation) return '';
  const { status, snoozedUntil, assignee } = conversation;
  return `${status} ${snoozedUntil} ${assignee?.id}`;
}
