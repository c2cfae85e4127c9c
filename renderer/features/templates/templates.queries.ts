import { queryOptions } from '@tanstack/react-query';
import type { Template, TemplateSync } from '../../../shared/contract/templates.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

const PAGE = 100;
/** Events report changes. This interval covers lost events. */
const STALE_MS = 5 * 60 * 1_000;
/** The polling interval while a sync is running, in case the event of its end is lost. */
const SYNC_POLL_MS = 3_000;

/** Returns the query for all templates. They are few enough to search and sort them on the page. */
export const allTemplates = () =>
  queryOptions({
    queryKey: [...queries.templates.list.key(), 'all'],
    queryFn: readAll,
    staleTime: STALE_MS,
  });

async function readAll(): Promise<Template[]> {
  const found: Template[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof api.templates.list>> = await api.templates.list({
      query: { limit: PAGE, ...(cursor === '' ? {} : { cursor }) },
    });
    found.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  return found;
}

/** Returns the query for the state of the template sync with the platform. */
export const syncState = () =>
  queries.templates.syncState.queryOptions({
    input: {},
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.isDue ? SYNC_POLL_MS : false),
  });

/** Starts a template sync with the platform. */
export async function syncNow(): Promise<void> {
  noteSync(await api.templates.sync({}));
}

/** Stores the state of the sync, and refetches the list when the sync is done. */
export function noteSync(sync: TemplateSync): void {
  queryClient.setQueryData(syncState().queryKey, sync);
  if (!sync.isDue) refreshTemplates();
}

/** Refetches the templates. */
export function refreshTemplates(): void {
  void queryClient.invalidateQueries({ queryKey: queries.templates.list.key() });
}

/** Updates one template in the list; null removes it. */
export function noteTemplate(id: string, template: Template | null): void {
  queryClient.setQueryData(allTemplates().queryKey, (list) =>
    list?.flatMap((one) => (one.id !== id ? [one] : template === null ? [] : [template])),
  );
}
