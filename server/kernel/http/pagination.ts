import type { z } from 'zod';
import type { PaginationSchema } from '../../../shared/contract/base.ts';

/** How many rows match: exact up to here, then capped. Counting a million rows has no place in a request. */
export const TOTAL_CAP = 1_000;

type Pagination = z.infer<typeof PaginationSchema>;

/** The `pagination` of a numbered list. `counted` above the cap means "at least that many". */
export function paginationOf(
  query: { page: number; limit: number },
  counted: { total: number; isExact: boolean },
  nextCursor: string | null,
): Pagination {
  const isCapped = !counted.isExact && counted.total > TOTAL_CAP;
  const total = isCapped ? TOTAL_CAP : counted.total;
  return {
    page: query.page,
    limit: query.limit,
    total,
    ...(isCapped ? { totalIsCapped: true as const } : {}),
    totalPages: Math.ceil(total / query.limit),
    nextCursor,
  };
}
