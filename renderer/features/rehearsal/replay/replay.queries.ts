import type { ReplayFilter } from '../../../../shared/domain/rehearsal/replay.ts';
import { queries } from '../../../lib/api/api.ts';

const PAGE = 50;
const STALE_MS = 5 * 60_000;

/** Returns the query for the replays of the workspace, the newest first. Events fetch it again. */
export const replaysOptions = () => queries.replays.list.queryOptions({ input: {} });

/** Returns the query for the messages of a replay. */
export const casesOptions = (id: string, show: ReplayFilter) =>
  queries.replays.cases.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: { id },
      query: { show, limit: PAGE, ...(cursor && { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Returns the query for the saved replies, which changes are made to. */
export const repliesOptions = () =>
  queries.savedReplies.list.queryOptions({ input: {}, staleTime: STALE_MS });
