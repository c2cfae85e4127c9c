import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../domain/errors.ts';
import type { Permission } from '../domain/permissions.ts';

/**
 * Access to a route. `open`: anyone. `session`: any signed-in person. `key`: any API key. Otherwise, the permission that a key
 * or a person's role must grant. Required on every route; there is no default.
 */
export interface RouteMeta {
  access: 'open' | 'session' | 'key' | Permission;
  /**
   * Whether a person must have entered their password within the last five minutes (decision 0248). `confirmed`:
   * always. `sometimes`: the service decides, with `requireConfirmation`. API keys are not affected.
   */
  confirmation?: 'confirmed' | 'sometimes' | undefined;
  /** Whether the body is the bytes of a file, of any length and type, in the place of JSON. */
  takesFile?: boolean | undefined;
}

/**
 * Starts a route of a contract: `route('contacts:read').route({…}).input(…).output(…)`, or
 * `route('keys:manage', 'confirmed')` when the person must confirm it with their password.
 */
export function route(access: RouteMeta['access'], confirmation?: RouteMeta['confirmation']) {
  return oc.$meta<RouteMeta>({ access, confirmation }).$route({ inputStructure: 'detailed' });
}

/** Starts a route whose body is the bytes of a file, with their type as Content-Type (decision 0286). */
export function fileRoute(access: RouteMeta['access']) {
  return oc.$meta<RouteMeta>({ access, takesFile: true }).$route({ inputStructure: 'detailed' });
}

/** Returns entries of oRPC's error map for our error codes. */
export function errors<const Code extends ErrorCode>(...codes: Code[]) {
  return Object.fromEntries(codes.map((code) => [code, ERRORS[code]])) as unknown as Pick<
    typeof ERRORS,
    Code
  >;
}

/** An id in an address. One that is longer than every id is not found (404), as any other that does not exist. */
export const PathIdSchema = z.string().max(1_000);

export const PAGE_LIMIT_MAX = 100;

/** Rows that a numbered page may skip. Further on, each page would read all rows before it: use `cursor`. */
export const SKIPPED_MAX = 10_000;

/**
 * Returns the query parameters `page` and `limit` of a list. A limit above 100 is reduced to 100 and echoed.
 */
export function pageQuery(defaultLimit: number) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('Page, from 1'),
    limit: limitQuery(defaultLimit),
  };
}

export function limitQuery(defaultLimit: number) {
  return z.coerce
    .number()
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, PAGE_LIMIT_MAX))
    .default(defaultLimit)
    .describe(`Items per page; more than ${PAGE_LIMIT_MAX} counts as ${PAGE_LIMIT_MAX}`);
}

export const CursorSchema = z.string().min(1).max(512).describe('The nextCursor of the previous page');

export const PaginationSchema = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalIsCapped: z.literal(true).optional().describe('The search has more matches than `total`'),
  totalPages: z.int(),
  nextCursor: z.string().nullable(),
});

/** Returns the response schema of a list with page numbers: `{data, pagination}`. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), pagination: PaginationSchema });
}

/** Returns the response schema of a list with only a cursor, such as the inbox: `{data, nextCursor}`. */
export function cursorPageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), nextCursor: z.string().nullable() });
}
