import { keepPreviousData } from '@tanstack/react-query';
import { queries } from '../../lib/api/api.ts';
import { type Behind, type InsightsSearch, PERIOD_DAYS } from './insights-search.ts';

const REFRESH_MS = 60_000;
const PAGE = 25;

/** Returns the query for the figures of a period; those before are shown until they are there. */
export const insightsOptions = ({ period = '7d', from, to }: InsightsSearch) => ({
  ...queries.insights.get.queryOptions({
    input: { query: from && to ? { from, to } : { days: PERIOD_DAYS[period] } },
  }),
  placeholderData: keepPreviousData,
  refetchInterval: REFRESH_MS,
});

/** Returns the query for the figures of today, compared with yesterday up to the same time. */
export const todayOptions = () => ({
  ...queries.insights.get.queryOptions({ input: { query: { days: 1 } } }),
  refetchInterval: REFRESH_MS,
});

/** Returns the query for the conversations behind a figure of some days. */
export const behindOptions = (
  { figure, age, reason, member }: Behind,
  { from, to }: { from: string; to: string },
) =>
  queries.insights.conversations.infiniteOptions({
    input: (cursor: string | undefined) => ({
      query: {
        ...{ from, to, figure, limit: PAGE },
        ...(age && { age }),
        ...(reason && { reason }),
        ...(member && { memberId: member }),
        ...(cursor && { cursor }),
      },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
