import type { Template, TemplateSync } from '../../../shared/contract/templates.contract.ts';
import { allTemplates, TEMPLATES_STALE_MS } from '../../lib/api/all-templates.ts';
import { api, queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** The polling interval while a sync is running, in case the event of its end is lost. */
const SYNC_POLL_MS = 3_000;

/** Returns the query for the state of the template sync with the platform. */
export const syncState = () =>
  queries.templates.syncState.queryOptions({
    input: {},
    staleTime: TEMPLATES_STALE_MS,
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

/** Updates one template in the list, or adds it, by name and language; null removes it. */
export function noteTemplate(id: string, template: Template | null): void {
  queryClient.setQueryData(allTemplates().queryKey, (list) => {
    if (!list) return list;
    const others = list.filter((one) => one.id !== id);
    if (template === null) return others;
    if (others.length < list.length) return list.map((one) => (one.id === id ? template : one));
    const order = ({ name, language }: Template) => `${name}\n${language}`;
    return [...others, template].sort((one, other) => (order(one) < order(other) ? -1 : 1));
  });
}
