import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { Bindings } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { select } from '../../kernel/tenancy/rows.ts';
import { newestSegment } from './contact-blocks.repository.ts';
import { compareContacts, isAtMost } from './contact-comparison.repository.ts';
import {
  type Narrowing,
  type PlannedSource,
  type SearchTerms,
  selectMatches,
  sourcesOf,
  suffixCondition,
} from './contact-search.sql.ts';
import { STATUS_CODE } from './contact-suffixes.ts';
import { CONTACT_COLUMNS, type ContactView, type Place } from './contact-view.ts';

/** Limits: suffixes to sort at once, and contacts of one status to compare one by one. */
export const SEARCH_BOUNDS = { sorted: 4_000, compared: 4_000 };
export type SearchBounds = typeof SEARCH_BOUNDS;

/** Number of segments that one statement checks for matches. */
const GLANCE = 64;

/** A search in progress. */
interface Search {
  status: ContactStatus | null;
  sources: readonly PlannedSource[];
  /** All segments, newest first. */
  segments: readonly number[];
  isDense: boolean;
  bounds: SearchBounds;
}

/**
 * Finds contacts by any part of their name or number, by their email address or by a tag, newest first (decisions 0209 and
 * 0386). Rare terms are sorted as a
 * whole. Frequent terms are read segment by segment from the newest, until the page is full.
 * @param bounds tests pass smaller ones.
 * @returns a page of matches and their number: exact up to the cap, cap + 1 when there are more.
 */
export async function searchContacts(
  ctx: QueryContext,
  terms: SearchTerms,
  status: ContactStatus | null,
  place: Place,
  bounds = SEARCH_BOUNDS,
): Promise<{ rows: ContactView[]; matches: number }> {
  const newest = await newestSegment(ctx);
  if (newest === null) return { rows: [], matches: 0 };
  const segments = Array.from({ length: newest + 1 }, (_, index) => newest - index);
  const search = await planSearch(ctx, terms, status, segments, bounds);
  if (search.sources.length === 0) return { rows: [], matches: 0 };
  if (search.isDense && status !== null && (await isAtMost(ctx, bounds.compared, status))) {
    return compareContacts(ctx, search.sources, status, place);
  }
  const [rows, matches] = await Promise.all([
    search.isDense ? readDown(ctx, search, place) : readSorted(ctx, search, segments, place),
    countMatches(ctx, search),
  ]);
  return { rows, matches };
}

/** What a search finds, as a part of a filter: these contacts if they are few, else the sources to compare with. */
export type SearchedPart = { ids: Buffer[] } | { sources: readonly PlannedSource[] };

/** Returns what a search finds, for a filter that has other parts too. */
export async function searchedPart(
  ctx: QueryContext,
  terms: SearchTerms,
  bounds = SEARCH_BOUNDS,
): Promise<SearchedPart> {
  const newest = await newestSegment(ctx);
  if (newest === null) return { ids: [] };
  const segments = Array.from({ length: newest + 1 }, (_, index) => newest - index);
  const search = await planSearch(ctx, terms, null, segments, bounds);
  const { sources } = search;
  if (sources.length === 0) return { ids: [] };
  if (search.isDense) return { sources };
  const matches = selectMatches(sources, segments, {}, `LIMIT ${TOTAL_CAP + 1}`);
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT contact_id AS id FROM (${matches.sql}) matching LIMIT ${TOTAL_CAP + 1}`,
    matches.bindings,
  );
  return rows.length > TOTAL_CAP ? { sources } : { ids: rows.map(({ id }) => id) };
}

/**
 * Counts the suffixes of every piece, up to the bound, and chooses the rarest piece of each source. A source with a piece
 * that no contact has is left out.
 */
async function planSearch(
  ctx: QueryContext,
  terms: SearchTerms,
  status: ContactStatus | null,
  segments: readonly number[],
  bounds: SearchBounds,
): Promise<Search> {
  const sources = sourcesOf(terms);
  const pieces = sources.flatMap(({ kind, ranges }) => ranges.map((range) => ({ kind, range })));
  const counts = await countSuffixes(ctx, pieces, segments, bounds.sorted);
  let isDense = false;
  const planned = sources.flatMap(({ ranges, ...source }): PlannedSource[] => {
    const byCount = ranges
      .map((range) => ({ range, count: counts.shift() ?? 0 }))
      .sort((one, other) => one.count - other.count);
    const [rarest, second] = byCount as [(typeof byCount)[0], (typeof byCount)[0] | undefined];
    isDense ||= rarest.count > bounds.sorted;
    return rarest.count === 0 ? [] : [{ ...source, rarest: rarest.range, second: second?.range }];
  });
  return { status, sources: planned, segments, isDense, bounds };
}

/** Returns the number of suffixes of each piece in these segments; `most` + 1 when there are more than `most`. */
async function countSuffixes(
  ctx: QueryContext,
  pieces: readonly { kind: number; range: PlannedSource['rarest'] }[],
  segments: readonly number[],
  most: number,
): Promise<number[]> {
  const bindings: Bindings = {};
  const counts = pieces.map(({ kind, range }, index) => {
    const condition = suffixCondition('s', kind, range, segments.join(', '), `piece${index}`);
    Object.assign(bindings, condition.bindings);
    return `(SELECT COUNT(*) FROM (SELECT 1 FROM contact_suffixes s WHERE ${condition.sql}
      LIMIT ${most + 1}) counted${index}) AS c${index}`;
  });
  const [row] = await select<Record<string, number>>(ctx, `SELECT ${counts.join(', ')}`, bindings);
  return pieces.map((_, index) => Number(row?.[`c${index}`]));
}

/** Returns the page of matches in these segments. */
function readSorted(
  ctx: QueryContext,
  search: Search,
  segments: readonly number[],
  { before, offset = 0, limit }: Place,
): Promise<ContactView[]> {
  const order = (from: number) => `ORDER BY contact_id DESC LIMIT ${from}, ${limit}`;
  const upTo = `ORDER BY s.contact_id DESC LIMIT ${offset + limit}`;
  const matches = selectMatches(search.sources, segments, narrowingOf(search, before), upTo);
  return select<ContactView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS} FROM (SELECT contact_id FROM (${matches.sql}) matching ${order(offset)}) page
     JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.contact_id ORDER BY c.id DESC`,
    matches.bindings,
  );
}

/**
 * Returns the page, starting at the newest segment. If that is not enough, continues with segments that have
 * matches: one, then two, then four at a time.
 */
async function readDown(ctx: QueryContext, search: Search, place: Place): Promise<ContactView[]> {
  const rows: ContactView[] = [];
  const open = { offset: 0, ...place };
  const newest = search.segments.slice(0, 1);
  await readSome(ctx, search, newest, open, rows);
  for (let seen = newest.length; seen < search.segments.length && open.limit > 0; seen += GLANCE) {
    const holding = await segmentsWith(ctx, search, search.segments.slice(seen, seen + GLANCE));
    for (let start = 0, size = 1; start < holding.length && open.limit > 0; start += size, size *= 2)
      await readSome(ctx, search, holding.slice(start, start + size), open, rows);
  }
  return rows;
}

/** Returns the segments that have any suffix of the search. */
async function segmentsWith(
  ctx: QueryContext,
  search: Search,
  segments: readonly number[],
): Promise<number[]> {
  const bindings: Bindings = {};
  const glances = segments.map((segment) => {
    const found = search.sources.map(({ kind, rarest }, index) => {
      const condition = suffixCondition('s', kind, rarest, String(segment), `piece${index}`);
      Object.assign(bindings, condition.bindings);
      return `(SELECT 1 FROM contact_suffixes s WHERE ${condition.sql} LIMIT 1)`;
    });
    return `COALESCE(${found.join(', ')}, 0) AS s${segment}`;
  });
  const [row] = await select<Record<string, number>>(ctx, `SELECT ${glances.join(', ')}`, bindings);
  return segments.filter((segment) => Number(row?.[`s${segment}`]) > 0);
}

/**
 * Adds the page's matches from these segments to `rows`. Splits the segments in half while they have too many to
 * sort at once.
 */
async function readSome(
  ctx: QueryContext,
  search: Search,
  segments: readonly number[],
  open: Place & { offset: number },
  rows: ContactView[],
): Promise<void> {
  if (open.limit === 0) return;
  if (segments.length > 1 && (await isMuch(ctx, search, segments))) {
    const half = Math.ceil(segments.length / 2);
    await readSome(ctx, search, segments.slice(0, half), open, rows);
    await readSome(ctx, search, segments.slice(half), open, rows);
    return;
  }
  if (open.offset > 0) {
    const matches = await countMatches(ctx, search, segments, open.offset + 1, open.before);
    if (matches <= open.offset) {
      open.offset -= matches;
      return;
    }
  }
  const found = await readSorted(ctx, search, segments, open);
  rows.push(...found);
  open.limit -= found.length;
  open.offset = 0;
}

async function isMuch(ctx: QueryContext, search: Search, segments: readonly number[]): Promise<boolean> {
  const { sorted } = search.bounds;
  const pieces = search.sources.map(({ kind, rarest }) => ({ kind, range: rarest }));
  return (await countSuffixes(ctx, pieces, segments, sorted)).some((count) => count > sorted);
}

/**
 * Returns the number of matching contacts in these segments; when there are more than `most`, some number above it.
 */
async function countMatches(
  ctx: QueryContext,
  search: Search,
  segments = search.segments,
  most = TOTAL_CAP,
  before?: Buffer,
): Promise<number> {
  const matches = selectMatches(search.sources, segments, narrowingOf(search, before), `LIMIT ${most + 1}`);
  const [row] = await select<{ matches: number }>(
    ctx,
    `SELECT COUNT(*) AS matches FROM (${matches.sql}) matching`,
    matches.bindings,
  );
  return Number(row?.matches);
}

function narrowingOf(search: Search, before: Buffer | undefined): Narrowing {
  return {
    ...(search.status === null ? {} : { status: STATUS_CODE[search.status] }),
    ...(before === undefined ? {} : { before }),
  };
}
