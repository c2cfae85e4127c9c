import type { Bindings } from '../../db/database.ts';
import { containsPattern } from '../../db/search-text.ts';
import { rangesOf, SUFFIX_KIND, type SuffixRange } from './contact-suffixes.ts';

/** The terms to search for: the text folded as names are, and its digits if they may be part of a number. */
export interface SearchTerms {
  name: string;
  phone: string | null;
}

/** One of the two columns to search, with the pieces of the term to look up in the suffixes. */
interface Source {
  kind: number;
  column: 'name_search' | 'phone';
  term: string;
  ranges: readonly SuffixRange[];
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

/** Returns the columns to search: names, and phones when the term could be part of one. */
export function sourcesOf({ name, phone }: SearchTerms): Source[] {
  const sources: Source[] = [
    { kind: SUFFIX_KIND.name, column: 'name_search', term: name, ranges: rangesOf(name) },
  ];
  if (phone !== null && phone.length <= PHONE_LENGTH)
    sources.push({ kind: SUFFIX_KIND.phone, column: 'phone', term: phone, ranges: rangesOf(phone) });
  return sources;
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
  const { kind, column, term, rarest, second } = source;
  const found = suffixCondition('s', kind, rarest, segments, `piece${index}`);
  const bindings: Bindings = { ...found.bindings };
  let joins = '';
  if (second) {
    // Only a term longer than a suffix has a second piece: both must match, and then the whole term.
    Object.assign(bindings, { [`second${index}`]: second.from, [`pattern${index}`]: containsPattern(term) });
    joins = `STRAIGHT_JOIN contact_suffixes o ON o.tenant_id = :tenantId AND o.segment = s.segment
        AND o.kind = ${kind} AND o.suffix = :second${index} AND o.contact_id = s.contact_id
      STRAIGHT_JOIN contacts c ON c.tenant_id = :tenantId AND c.id = s.contact_id AND c.${column} LIKE :pattern${index}`;
  }
  const conditions = [
    found.sql,
    narrowing.status === undefined ? '' : 'AND s.status = :status',
    narrowing.before === undefined ? '' : 'AND s.contact_id < :before',
  ].join(' ');
  // A whole suffix occurs once per contact; without DISTINCT a single segment is read in index order.
  const distinct = rarest.isWhole ? '' : 'DISTINCT';
  return {
    sql: `SELECT ${distinct} s.contact_id FROM contact_suffixes s ${joins} WHERE ${conditions}`,
    bindings,
  };
}
