import type { FoundMessage as PresentedMessage } from '../../../../shared/contract/search.contract.ts';
import { containsPattern } from '../../../db/search-text.ts';
import { REQUEST_LIMITS } from '../../../db/time-limits.ts';
import type { Context, QueryContext } from '../../../kernel/context/context.ts';
import { decodeId, encodeId } from '../../../kernel/ids.ts';
import { indexingState } from './message-indexing.repository.ts';
import {
  countWords,
  type FoundMessage,
  filteredMessages,
  type MessageFilter,
  membersLike,
  messagesOfContacts,
  messagesOfWord,
  segmentsInUse,
  segmentsWith,
} from './message-search.repository.ts';
import {
  excerptOf,
  hasTerms,
  rangeOf,
  rangeOfMark,
  segmentOf,
  termsOf,
  textOf,
  type WordRange,
} from './words.ts';

export interface MessageSearch {
  text: string;
  filter: MessageFilter;
  /** What the caller searched for, so that a cursor fits no other search. */
  asked: string;
  limit: number;
  cursor?: string | undefined;
}

/** What one request may cost. Tests pass less. */
export const SEARCH_COST = { ms: 600, atOnce: 300, statementMs: 2_000 };

/** The weeks in which one statement looks for a word. */
const GLANCE = 64;
/** The weeks, and the rows in each, by which the rarest word is chosen. */
const SAMPLE = { weeks: 4, rows: 2_000 };
/** With more customers, their messages are found by word. */
const THREADS_MAX = 20;
const END = Buffer.alloc(16, 0xff);

/** Where to go on: in a week before a message, or in threads before a message of a time. */
type Place = readonly [at: number, id: Buffer];

/** Messages that may match, newest first, and the place after them. */
interface Candidates {
  ids: readonly Buffer[];
  end: Place;
}

/**
 * Finds messages with all words of a text, newest first (decision 0270). The rarest word gives the candidates, from
 * the newest week; each is then compared as a whole. When the time of a request is over, the page is partial, and its
 * cursor searches further.
 */
export async function searchMessages(given: Context, search: MessageSearch, cost = SEARCH_COST) {
  const { page, terms, rest, isPartial } = await pageOfSearch(given, search, cost);
  return {
    data: page.map((row) => present(row, excerptOf(textOf(row), terms))),
    nextCursor: rest && cursorAt(given, search, rest),
    isPartial,
    indexing: await indexingState(given),
  };
}

/** Before every message: where nothing is left to search. */
const LAST: Place = [0, Buffer.alloc(16)];

/** Returns the ids of messages that a search finds, newest first, and where the next page begins, also at the end. */
export async function searchedMessages(
  ctx: Context,
  search: MessageSearch,
): Promise<{ ids: Buffer[]; cursor: string; hasMore: boolean }> {
  const { page, rest } = await pageOfSearch(ctx, search, SEARCH_COST);
  return {
    ids: page.map(({ id }) => id),
    cursor: cursorAt(ctx, search, rest ?? LAST),
    hasMore: rest !== null,
  };
}

/** Whether a text has a word that can be found. */
export function isSearchable(text: string): boolean {
  return termsOf(text).length > 0;
}

function listOf({ scope }: Context, { asked }: MessageSearch): readonly unknown[] {
  return ['message-search', scope.tenantId, asked];
}

function cursorAt(ctx: Context, search: MessageSearch, [at, id]: Place): string {
  return ctx.cursors.write(listOf(ctx, search), [at, encodeId('message', id)]);
}

async function pageOfSearch(given: Context, search: MessageSearch, cost: typeof SEARCH_COST) {
  const ctx = withStatementLimit(given, cost.statementMs);
  const { text, filter, limit, cursor } = search;
  const [at, id] = cursor ? given.cursors.read(listOf(ctx, search), cursor) : [];
  const start: Place | null = id === undefined ? null : [Number(at), decodeId(String(id))];
  const terms = termsOf(text);
  // A text of signs alone has nothing that could be found.
  const isHopeless = text !== '' && terms.length === 0;
  const threads = threadsOf(filter);
  const candidates = threads
    ? inThreads(ctx, threads, start, cost.atOnce)
    : byWord(ctx, await chooseRange(ctx, terms.map(rangeOf), filter), filter, start, cost.atOnce);
  const found: FoundMessage[] = [];
  const began = performance.now();
  let rest: Place | null = null;
  let isPartial = false;
  for await (const { ids, end } of isHopeless ? [] : candidates) {
    const rows = await filteredMessages(ctx, ids, filter);
    const byId = new Map(rows.map((row) => [row.id.toString('hex'), row]));
    for (const id of ids) {
      const row = byId.get(id.toString('hex'));
      if (row && hasTerms(textOf(row), terms)) found.push(row);
    }
    rest = end;
    if (found.length > limit) break;
    isPartial = performance.now() - began > cost.ms;
    if (isPartial) break;
    rest = null;
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  if (found.length > limit && last)
    rest = [threads ? last.createdAt.getTime() : segmentOf(last.createdAt), last.id];
  return { page, terms, rest, isPartial };
}

/** Returns the members whose name has a text; at most `limit`. */
export function membersNamed(ctx: QueryContext, name: string, limit: number): Promise<Buffer[]> {
  return membersLike(ctx, containsPattern(name), limit);
}

/** Returns the few customers whose threads have all that can match; null when it could be elsewhere too. */
function threadsOf({ from }: MessageFilter): readonly Buffer[] | null {
  if (from === null || from.authorIds.length > 0 || from.contactIds.length > THREADS_MAX) return null;
  return from.contactIds;
}

/** Returns the range with the fewest rows in the newest weeks. Without any words, all messages or those of a type. */
async function chooseRange(
  ctx: QueryContext,
  ranges: readonly WordRange[],
  { types, hasLink }: MessageFilter,
): Promise<WordRange> {
  const [only, ...others] = types ?? [];
  const marks = hasLink ? ['link'] : only !== undefined && others.length === 0 ? [only] : [];
  const known = [...ranges, ...marks.map(rangeOfMark)];
  const [first = rangeOfMark(null), ...more] = known;
  const weeks = more.length > 0 ? await segmentsInUse(ctx) : null;
  if (!weeks) return first;
  const newest = weeksDown(weeks.last, Math.max(weeks.first, weeks.last - SAMPLE.weeks + 1));
  const counted = await Promise.all(
    known.map(async (range) => ({ range, rows: await countWords(ctx, newest, range, SAMPLE.rows) })),
  );
  return counted.reduce((best, one) => (one.rows < best.rows ? one : best)).range;
}

/** Walks through the messages with a word, from the newest week. */
async function* byWord(
  ctx: QueryContext,
  range: WordRange,
  { before, after }: MessageFilter,
  start: Place | null,
  atOnce: number,
): AsyncGenerator<Candidates> {
  const weeks = await segmentsInUse(ctx);
  if (!weeks) return;
  const newest = Math.min(weeks.last, before ? segmentOf(before) : weeks.last, start?.[0] ?? weeks.last);
  const oldest = Math.max(weeks.first, after ? segmentOf(after) : weeks.first);
  const segments = weeksDown(newest, oldest);
  for (let seen = 0; seen < segments.length; seen += GLANCE) {
    const glance = segments.slice(seen, seen + GLANCE);
    for (const segment of await segmentsWith(ctx, glance, range)) {
      let place = start && segment === start[0] ? start[1] : null;
      for (;;) {
        const ids = await messagesOfWord(ctx, segment, range, { before: place, limit: atOnce });
        const last = ids.at(-1);
        if (!last) break;
        yield { ids, end: [segment, last] };
        if (ids.length < atOnce) break;
        place = last;
      }
    }
    const next = segments[seen + GLANCE];
    // A place without candidates: the time of the request may be over before there are any.
    if (next !== undefined) yield { ids: [], end: [next, END] };
  }
}

/** Walks through the messages of some threads, newest first. */
async function* inThreads(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
  start: Place | null,
  atOnce: number,
): AsyncGenerator<Candidates> {
  let place = start && { at: new Date(start[0]), id: start[1] };
  while (contactIds.length > 0) {
    const rows = await messagesOfContacts(ctx, contactIds, { before: place, limit: atOnce });
    const last = rows.at(-1);
    if (!last) return;
    yield { ids: rows.map(({ id }) => id), end: [last.at.getTime(), last.id] };
    if (rows.length < atOnce) return;
    place = last;
  }
}

function weeksDown(newest: number, oldest: number): number[] {
  return Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => newest - index);
}

function withStatementLimit(ctx: Context, statementMs: number): Context {
  return { ...ctx, db: ctx.db.withLimits({ ...REQUEST_LIMITS, statementMs }) };
}

function present(row: FoundMessage, excerpt: PresentedMessage['excerpt']): PresentedMessage {
  return {
    id: encodeId('message', row.id),
    conversationId: encodeId('conversation', row.conversationId),
    contact: { id: encodeId('contact', row.contactId), name: row.contactName, phone: row.contactPhone },
    direction: row.direction,
    type: row.type,
    status: row.status,
    author: row.authorId && { id: encodeId('user', row.authorId), name: row.authorName ?? 'Former member' },
    createdAt: row.createdAt.toISOString(),
    excerpt,
  };
}
