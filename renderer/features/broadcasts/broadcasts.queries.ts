import { keepPreviousData } from '@tanstack/react-query';
import type { Broadcast, CreateBroadcast } from '../../../shared/contract/public/broadcasts.contract.ts';
import type { RecipientFilter } from '../../../shared/domain/templates/broadcasts.ts';
import { queries } from '../../lib/api/api.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { queryClient } from '../../lib/api/query-client.ts';

const PAGE = 50;

/** Returns the query for the newest broadcasts. */
export const broadcastList = () =>
  queries.broadcasts.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ query: { limit: PAGE, ...(cursor && { cursor }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Returns the query for one broadcast. */
export const broadcastOptions = (id: string) =>
  queries.broadcasts.get.queryOptions({ input: { params: { id } } });

/** Returns the query for what came of the people of a broadcast. */
export const recipientList = (id: string, result: RecipientFilter | null) =>
  queries.broadcasts.recipients.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: { id },
      query: { limit: PAGE, ...(result && { result }), ...(cursor && { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Returns the query for how the workspace sends its broadcasts. */
export const broadcastSettings = () => queries.broadcasts.settings.queryOptions({ input: {} });

/** What a preview is of; nothing is stored. */
export type PreviewOf = Omit<CreateBroadcast, 'sendAt' | 'sendAtLocal' | 'name'> & { name?: string };

/** Returns the query for the people whom a broadcast would reach; null while it is not complete. */
export const previewOptions = (body: PreviewOf | null) =>
  queries.broadcasts.preview.queryOptions({
    input: {
      body: body ?? { template: { name: '', language: 'en', components: [] }, audience: { all: true } },
    },
    enabled: body !== null,
    // The count stays while the next one is requested.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** Shows a broadcast as it is now, wherever it is shown. Only one that the list does not have makes it load again. */
export function noteBroadcast(broadcast: Broadcast): void {
  queryClient.setQueryData(broadcastOptions(broadcast.id).queryKey, broadcast);
  const { queryKey } = broadcastList();
  const list = queryClient.getQueryData(queryKey);
  const isListed = list?.pages.some(({ data }) => data.some(({ id }) => id === broadcast.id));
  if (!isListed) void queryClient.invalidateQueries({ queryKey: queries.broadcasts.list.key() });
  else {
    queryClient.setQueryData(queryKey, (known) =>
      known === undefined
        ? known
        : {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              data: page.data.map((one) => (one.id === broadcast.id ? broadcast : one)),
            })),
          },
    );
  }
  reloadRecipients();
}

/** The counts come every 1.5 seconds, for hours; the people are loaded again less often. */
const RELOAD_EVERY_MS = 5_000;
let isReloadDue = false;
let reload: ReturnType<typeof setTimeout> | undefined;

/** Loads the people on the screen again: now, or once the five seconds are over. */
function reloadRecipients(): void {
  if (reload !== undefined) {
    isReloadDue = true;
    return;
  }
  void queryClient.invalidateQueries({ queryKey: queries.broadcasts.recipients.key() });
  reload = setTimeout(() => {
    reload = undefined;
    if (isReloadDue) reloadRecipients();
  }, RELOAD_EVERY_MS);
  isReloadDue = false;
}

/** Live progress. */
export const broadcastsRealtime = {
  'broadcast.updated': ({ broadcast }) => noteBroadcast(broadcast),
  'broadcast.completed': ({ broadcast }) => noteBroadcast(broadcast),
} satisfies EventHandlers;
