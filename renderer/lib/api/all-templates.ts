import { queryOptions } from '@tanstack/react-query';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import { api, queries } from './api.ts';

const PAGE = 100;
/** Events report changes. This interval covers lost events. */
export const TEMPLATES_STALE_MS = 5 * 60 * 1_000;

/** Returns the query for all templates. They are few enough to search and sort them on the page. */
export const allTemplates = () =>
  queryOptions({
    queryKey: [...queries.templates.list.key(), 'all'],
    queryFn: readAll,
    staleTime: TEMPLATES_STALE_MS,
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
