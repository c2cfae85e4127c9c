import type { ComparisonFilter, DraftFilter } from '../../../../../shared/domain/rehearsal/draft-replay.ts';
import { queries } from '../../../../lib/api/api.ts';

const PAGE = 50;

/** Returns the query for the replays of drafts, the newest first. Events fetch it again. */
export const draftReplaysOptions = () => queries.draftReplays.list.queryOptions({ input: {} });

/** Returns the query for the messages of a replay, with their drafts. */
export const draftCasesOptions = (id: string, show: DraftFilter) =>
  queries.draftReplays.cases.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: { id },
      query: { show, limit: PAGE, ...(cursor && { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Returns the query for the messages that two replays have. */
export const comparisonOptions = (id: string, otherId: string, show: ComparisonFilter) =>
  queries.draftReplays.compare.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: { id, otherId },
      query: { show, limit: PAGE, ...(cursor && { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
