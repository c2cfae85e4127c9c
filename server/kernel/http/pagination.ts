import type { z } from 'zod';
import { type PaginationSchema, SKIPPED_MAX } from '../../../shared/contract/base.ts';
import { AppError } from '../../../shared/domain/errors.ts';

/** The number of matching rows is exact up to here, then capped: a request must not count a million rows. */
export const TOTAL_CAP = 1_000;

/**
 * Returns how many rows a numbered page skips.
 * @throws {AppError} validation_failed when the database would read more than 10,000 rows only to skip them.
 */
export function skippedRows({ page, limit }: { page: number; limit: number }): number {
  const skipped = (page - 1) * limit;
  if (skipped > SKIPPED_MAX) {
    const message = `is more than ${SKIPPED_MAX} rows into the list: follow pagination.nextCursor with cursor instead`;
    throw new AppError('validation_failed', { details: [{ path: 'page', message }] });
  }
  return skipped;
}

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
