import type { QueryContext } from '../../kernel/context/context.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import type { BehindRow, Place } from './conversations-behind.sql.ts';
import { broadcastBefore, messagesPage, reachedPage, type Wanted } from './messages-behind.sql.ts';

/** The conversations behind the figures of messages: first by activity, then those that only broadcasts have reached. */

/** Rows that one page looks through. */
const LOOKED_THROUGH = 300;
/** Broadcasts that one page looks at. */
const BROADCASTS_AT_ONCE = 20;

/** A place of the list, as a cursor holds it. */
type Mark = readonly (string | number)[];

interface Page {
  rows: BehindRow[];
  /** Null at the end of the list. */
  next: Mark | null;
}

/** How the places of people of broadcasts begin; those of conversations are a time and an id. */
const OF_BROADCAST = 'broadcast';

/** Returns a page of the conversations that have messages of a period; it may be empty although there are more. */
export async function messagesBehind(
  ctx: QueryContext,
  wanted: Wanted,
  { mark, limit }: { mark: Mark; limit: number },
): Promise<Page> {
  const reached = (place: PlaceInBroadcast | null, rows: BehindRow[]) =>
    reachedBehind(ctx, wanted, { place, rows, limit });
  const [first, second, third] = mark.map(String);
  if (first === OF_BROADCAST)
    return reached(
      { broadcastId: decodeId(second ?? ''), after: third === undefined ? null : decodeId(third) },
      [],
    );
  const after =
    first === undefined || second === undefined ? null : { at: new Date(first), tie: decodeId(second) };
  const seen = await messagesPage(ctx, wanted, { after, limit: LOOKED_THROUGH });
  const found = seen.filter(hasMessages);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : seen.length === LOOKED_THROUGH ? seen.at(-1) : undefined;
  if (last) return { rows, next: markOf({ at: last.activeAt, tie: last.tie }) };
  // Broadcasts have no author.
  return wanted.direction === 'outbound' && wanted.memberId === null
    ? reached(null, rows)
    : { rows, next: null };
}

interface PlaceInBroadcast {
  broadcastId: Buffer;
  /** Null at its beginning. */
  after: Buffer | null;
}

/** Adds people whom only broadcasts have reached to a page. */
async function reachedBehind(
  ctx: QueryContext,
  wanted: Wanted,
  given: { place: PlaceInBroadcast | null; rows: BehindRow[]; limit: number },
): Promise<Page> {
  const { limit } = given;
  const rows = [...given.rows];
  const broadcastAfter = async (id: Buffer | null): Promise<PlaceInBroadcast | null> => {
    const broadcastId = await broadcastBefore(ctx, wanted, id);
    return broadcastId && { broadcastId, after: null };
  };
  let place = given.place ?? (await broadcastAfter(null));
  let left = LOOKED_THROUGH;
  for (let looked = 0; place !== null && looked < BROADCASTS_AT_ONCE; looked += 1) {
    if (rows.length >= limit || left <= 0) break;
    const asked = left;
    const seen = await reachedPage(ctx, wanted, { ...place, limit: asked });
    left -= seen.length;
    const found = seen.filter(hasMessages);
    const taken = found.slice(0, limit - rows.length);
    rows.push(...taken);
    const last = taken.length < found.length ? taken.at(-1) : seen.length === asked ? seen.at(-1) : undefined;
    place = last
      ? { broadcastId: place.broadcastId, after: last.tie }
      : await broadcastAfter(place.broadcastId);
  }
  if (place === null) return { rows, next: null };
  const { broadcastId, after } = place;
  const inIt = after === null ? [] : [encodeId('contact', after)];
  return { rows, next: [OF_BROADCAST, encodeId('broadcast', broadcastId), ...inIt] };
}

const markOf = ({ at, tie }: Place): Mark => [at.toISOString(), encodeId('conversation', tie)];

const hasMessages = <Row extends { at: Date | null }>(row: Row): row is Row & { at: Date } => row.at !== null;
