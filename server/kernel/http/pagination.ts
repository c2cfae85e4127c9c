import type { z } from 'zod';
import type { PaginationSchema } from '../../../shared/contract/base.ts';

/** The number of matching rows is exact up to here, then capped: a request must not count a million rows. */
export const TOTAL_CAP = 1_000;

type Pagination = z.infer<typeof PaginationSchema>;

/** Returns the `pagination` of a numbered list. `counted` above the cap means "at least that many". */
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
