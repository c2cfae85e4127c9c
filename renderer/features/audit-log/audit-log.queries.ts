import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

const PAGE = 50;

/** The log page by page, newest first. */
export const auditLogOptions = () =>
  queries.auditLog.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      query: { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Not every entry comes with an event: each visit fetches the log again.
    staleTime: 0,
  });

/** Refetches the audit log. */
export function refreshAuditLog(): void {
  void queryClient.invalidateQueries({ queryKey: queries.auditLog.key() });
}
