import { keepPreviousData } from '@tanstack/react-query';
import type { InsightConversation } from '../../../shared/contract/public/insights.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { type Behind, type InsightsSearch, PERIOD_DAYS } from './insights-search.ts';

const REFRESH_MS = 60_000;
const PAGE = 25;
const EXPORT_PAGE = 100;
/** A page may be empty although others follow. */
const EXPORT_REQUESTS = 200;
/** Rows of a list that a file has at most. */
export const EXPORT_MAX = 5_000;

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

type Days = { from: string; to: string };

const behindQuery = ({ figure, age, reason, member, hour }: Behind, { from, to }: Days) => ({
  ...{ from, to, figure },
  ...(age && { age }),
  ...(reason && { reason }),
  ...(hour && { hour }),
  ...(member && { memberId: member }),
});

/**
 * Loads the conversations behind a figure, `EXPORT_MAX` at most. `isPart`: there are more.
 * @throws {ApiError}
 */
export async function loadBehind(
  behind: Behind,
  days: Days,
): Promise<{ rows: InsightConversation[]; isPart: boolean }> {
  const rows: InsightConversation[] = [];
  let cursor: string | null = null;
  let requests = 0;
  do {
    requests += 1;
    const query = { ...behindQuery(behind, days), limit: EXPORT_PAGE, ...(cursor && { cursor }) };
    const page: { data: InsightConversation[]; nextCursor: string | null } = await api.insights.conversations(
      { query },
    );
    rows.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < EXPORT_MAX && requests < EXPORT_REQUESTS);
  return { rows: rows.slice(0, EXPORT_MAX), isPart: cursor !== null || rows.length > EXPORT_MAX };
}

/** Returns the query for the conversations behind a figure of some days. */
export const behindOptions = (behind: Behind, days: Days) =>
  queries.insights.conversations.infiniteOptions({
    input: (cursor: string | undefined) => ({
      query: { ...behindQuery(behind, days), limit: PAGE, ...(cursor && { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
