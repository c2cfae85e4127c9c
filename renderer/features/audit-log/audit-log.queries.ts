import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

const PAGE = 50;

/** Returns the query for the pages of the log, newest first. */
export const auditLogOptions = () =>
  queries.auditLog.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      query: { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Not every entry has an event, so each visit refetches the log.
    staleTime: 0,
  });

/** Refetches the audit log. */
export function refreshAuditLog(): void {
  void queryClient.invalidateQueries({ queryKey: queries.auditLog.key() });
}
