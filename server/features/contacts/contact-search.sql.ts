import type { Bindings } from '../../db/database.ts';
import { containsPattern, EMAIL_KEY_LENGTH, keyOfTag, startPattern } from '../../db/search-text.ts';
import { rangeOfEmail, rangeOfKey, rangesOf, SUFFIX_KIND, type SuffixRange } from './contact-suffixes.ts';

/** The terms to search for: the text folded as names, addresses and tags are, and its digits if they may be part of a number. */
export interface SearchTerms {
  name: string;
  phone: string | null;
}

/** One of the columns to search, with the pieces of the term to look up in the suffixes. */
interface Source {
  kind: number;
  ranges: readonly SuffixRange[];
  /** What the contact's own column is like; null for tags, which are found by their keys alone. */
  like: { column: 'name_search' | 'phone' | 'email'; pattern: string } | null;
  /** The term is longer than a suffix, so the contact's own column must be compared too. */
  isCut: boolean;
}

/** A source with the piece that starts the fewest suffixes, and for a long term the second rarest. */
export interface PlannedSource extends Omit<Source, 'ranges'> {
  rarest: SuffixRange;
  second: SuffixRange | undefined;
}

/** Filters of a search in addition to its terms. */
export interface Narrowing {
  /** The code of a status. */
  status?: number;
  /** Only contacts with lower ids. */
  before?: Buffer;
}

/** Maximum number of digits in a phone. Names have no limit that matters here. */
const PHONE_LENGTH = 15;

/** An address has no spaces and no letters beyond ASCII, so most searches for a name need not look there. */
const PART_OF_EMAIL = /^[\x21-\x7e]+$/;

/**
 * Returns the columns to search: names anywhere, phones anywhere when the term could be part of one, addresses from their
 * beginning and from the @ or after it, and tags as a whole.
 */
export function sourcesOf({ name, phone }: SearchTerms): Source[] {
  const sources = [anywhere(SUFFIX_KIND.name, 'name_search', name)];
  if (phone !== null && phone.length <= PHONE_LENGTH)
    sources.push(anywhere(SUFFIX_KIND.phone, 'phone', phone));
  if (PART_OF_EMAIL.test(name)) {
    const isDomain = name.startsWith('@');
    if (!isDomain) sources.push(inEmail(name, startPattern(name)));
    if (isDomain || !name.includes('@'))
      sources.push(inEmail(isDomain ? name : `@${name}`, containsPattern(isDomain ? name : `@${name}`)));
  }
  sources.push({ kind: SUFFIX_KIND.tag, ranges: [rangeOfKey(keyOfTag(name))], like: null, isCut: false });
  return sources;
}

function anywhere(kind: number, column: 'name_search' | 'phone', term: string): Source {
  const ranges = rangesOf(term);
  return { kind, ranges, like: { column, pattern: containsPattern(term) }, isCut: ranges.length > 1 };
}

function inEmail(start: string, pattern: string): Source {
  return {
    kind: SUFFIX_KIND.email,
    ranges: [rangeOfEmail(start)],
    like: { column: 'email', pattern },
    isCut: start.length > EMAIL_KEY_LENGTH,
  };
}

/** Returns the segment of a contact, as a subquery. */
const segmentOf = (contact: string) => `(SELECT b.segment FROM contact_blocks b
  WHERE b.tenant_id = :tenantId AND b.first_id <= ${contact}.id ORDER BY b.first_id DESC LIMIT 1)`;

/**
 * Returns the condition that a contact matches any of the sources. `contact` is its alias in the statement. Binds names
 * that end in `suffix`.
 */
export function matchesContact(
  sources: readonly PlannedSource[],
  { contact = 'c', suffix = '' } = {},
): { sql: string; bindings: Record<string, string | Buffer> } {
  const bindings: Record<string, string | Buffer> = {};
  const conditions = sources.map(({ kind, like, rarest }, index) => {
    const name = `source${index}${suffix}`;
    bindings[name] = like?.pattern ?? rarest.from;
    return like
      ? `${contact}.${like.column} LIKE :${name}`
      : // Not EXISTS, which MariaDB turns into IN, and there it cannot compare with another subquery.
        `(SELECT 1 FROM contact_suffixes s WHERE s.tenant_id = :tenantId AND s.segment = ${segmentOf(contact)}
           AND s.kind = ${kind} AND s.suffix = :${name} AND s.contact_id = ${contact}.id) = 1`;
  });
  return { sql: conditions.length > 0 ? `(${conditions.join(' OR ')})` : '1 = 0', bindings };
}

/** Returns the condition for suffixes in `alias` that start with a piece. Binds `name` and `nameUntil`. */
export function suffixCondition(
  alias: string,
  kind: number,
  range: SuffixRange,
  segments: string,
  name: string,
): { sql: string; bindings: Bindings } {
  const where = `${alias}.tenant_id = :tenantId AND ${alias}.segment IN (${segments}) AND ${alias}.kind = ${kind}`;
  return range.isWhole
    ? { sql: `${where} AND ${alias}.suffix = :${name}`, bindings: { [name]: range.from } }
    : {
        sql: `${where} AND ${alias}.suffix >= :${name} AND ${alias}.suffix < :${name}Until`,
        bindings: { [name]: range.from, [`${name}Until`]: range.until },
      };
}

/**
 * Returns a SELECT of the distinct ids of contacts that match any of the sources in the given segments.
 * `limit` is appended to the SELECT of each source: a LIMIT, and an ORDER BY when the order matters.
 */
export function selectMatches(
  sources: readonly PlannedSource[],
  segments: readonly number[],
  narrowing: Narrowing,
  limit: string,
): { sql: string; bindings: Bindings } {
  const parts = sources.map((source, index) => selectFrom(source, index, segments.join(', '), narrowing));
  return {
    // Each part is a derived table, because only there the LIMIT applies to the part alone.
    sql: parts
      .map(({ sql }, index) => `SELECT contact_id FROM (${sql} ${limit}) part${index}`)
      .join(' UNION '),
    bindings: Object.assign({}, narrowing, ...parts.map((part) => part.bindings)),
  };
}

function selectFrom(source: PlannedSource, index: number, segments: string, narrowing: Narrowing) {
  const { kind, like, isCut, rarest, second } = source;
  const found = suffixCondition('s', kind, rarest, segments, `piece${index}`);
  const bindings: Bindings = { ...found.bindings };
  const joins: string[] = [];
  if (second) {
    // Only a term longer than a suffix has a second piece: both must match, and then the whole term.
    Object.assign(bindings, { [`second${index}`]: second.from });
    joins.push(`STRAIGHT_JOIN contact_suffixes o ON o.tenant_id = :tenantId AND o.segment = s.segment
        AND o.kind = ${kind} AND o.suffix = :second${index} AND o.contact_id = s.contact_id`);
  }
  if (isCut && like) {
    Object.assign(bindings, { [`pattern${index}`]: like.pattern });
    joins.push(`STRAIGHT_JOIN contacts c ON c.tenant_id = :tenantId AND c.id = s.contact_id
        AND c.${like.column} LIKE :pattern${index}`);
  }
  const conditions = [
    found.sql,
    narrowing.status === undefined ? '' : 'AND s.status = :status',
    narrowing.before === undefined ? '' : 'AND s.contact_id < :before',
  ].join(' ');
  // A whole suffix occurs once per contact; without DISTINCT a single segment is read in index order.
  const distinct = rarest.isWhole ? '' : 'DISTINCT';
  return {
    sql: `SELECT ${distinct} s.contact_id FROM contact_suffixes s ${joins.join(' ')} WHERE ${conditions}`,
    bindings,
  };
}
