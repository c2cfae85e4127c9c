import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { Bindings } from '../../db/database.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';
import { ContactBlocksRepository } from './contact-blocks.repository.ts';
import { ContactComparisonRepository } from './contact-comparison.repository.ts';
import {
  type Narrowing,
  type PlannedSource,
  type SearchTerms,
  selectMatches,
  sourcesOf,
  suffixCondition,
} from './contact-search-source.ts';
import { STATUS_CODE } from './contact-suffixes.ts';
import { CONTACT_COLUMNS, type ContactView, type Place } from './contact-view.ts';

/** Up to how many suffixes are sorted at once, and how many contacts of one status are compared one by one. */
export const SEARCH_BOUNDS = { sorted: 4_000, compared: 4_000 };

/** How many segments are asked in one statement whether they hold anything. */
const GLANCE = 64;

/** A search that is under way. */
interface Search {
  status: ContactStatus | null;
  sources: readonly PlannedSource[];
  /** All of them, the newest first. */
  segments: readonly number[];
  isDense: boolean;
}

/**
 * Finds contacts by any part of their name or number, newest first (decision 0209). What is rare is sorted
 * whole; what is frequent is read segment by segment from the newest, until the page is full.
 */
export class ContactSearchRepository extends TenantRepository<ContactRow> {
  protected readonly table = this.database.models.contact;
  private bounds = SEARCH_BOUNDS;

  /** Smaller bounds, for tests. */
  withBounds(bounds: typeof SEARCH_BOUNDS): this {
    this.bounds = bounds;
    return this;
  }

  /** A page of the matches, and how many there are: exact up to the cap, one more than it when there are more. */
  async find(
    terms: SearchTerms,
    status: ContactStatus | null,
    place: Place,
  ): Promise<{ rows: ContactView[]; matches: number }> {
    const newest = await new ContactBlocksRepository(this.database, this.scope, this.tx).newestSegment();
    if (newest === null) return { rows: [], matches: 0 };
    const segments = Array.from({ length: newest + 1 }, (_, index) => newest - index);
    const search = await this.plan(terms, status, segments);
    if (search.isDense && status !== null) {
      const few = new ContactComparisonRepository(this.database, this.scope, this.tx);
      if (await few.isAtMost(this.bounds.compared, status)) return few.find(search.sources, status, place);
    }
    const [rows, matches] = await Promise.all([
      search.isDense ? this.readDown(search, place) : this.readSorted(search, segments, place),
      this.count(search),
    ]);
    return { rows, matches };
  }

  /** Counts the suffixes of every piece, up to the bound, and chooses the rarest of each source. */
  private async plan(
    terms: SearchTerms,
    status: ContactStatus | null,
    segments: readonly number[],
  ): Promise<Search> {
    const sources = sourcesOf(terms);
    const pieces = sources.flatMap(({ kind, ranges }) => ranges.map((range) => ({ kind, range })));
    const counts = await this.countSuffixes(pieces, segments);
    let isDense = false;
    const planned = sources.map(({ ranges, ...source }): PlannedSource => {
      const byCount = ranges
        .map((range) => ({ range, count: counts.shift() ?? 0 }))
        .sort((one, other) => one.count - other.count);
      const [rarest, second] = byCount as [(typeof byCount)[0], (typeof byCount)[0] | undefined];
      isDense ||= rarest.count > this.bounds.sorted;
      return { ...source, rarest: rarest.range, second: second?.range };
    });
    return { status, sources: planned, segments, isDense };
  }

  /** How many suffixes each piece has in these segments; one more than the bound when there are more. */
  private async countSuffixes(
    pieces: readonly { kind: number; range: PlannedSource['rarest'] }[],
    segments: readonly number[],
  ): Promise<number[]> {
    const bindings: Bindings = {};
    const counts = pieces.map(({ kind, range }, index) => {
      const condition = suffixCondition('s', kind, range, segments.join(', '), `piece${index}`);
      Object.assign(bindings, condition.bindings);
      return `(SELECT COUNT(*) FROM (SELECT 1 FROM contact_suffixes s WHERE ${condition.sql}
        LIMIT ${this.bounds.sorted + 1}) counted${index}) AS c${index}`;
    });
    const [row] = await this.select<Record<string, number>>(`SELECT ${counts.join(', ')}`, bindings);
    return pieces.map((_, index) => Number(row?.[`c${index}`]));
  }

  /** The page of what these segments hold. */
  private readSorted(search: Search, segments: readonly number[], place: Place): Promise<ContactView[]> {
    const { before, offset = 0, limit } = place;
    const order = (from: number) => `ORDER BY contact_id DESC LIMIT ${from}, ${limit}`;
    const upTo = `ORDER BY s.contact_id DESC LIMIT ${offset + limit}`;
    const matches = selectMatches(search.sources, segments, narrowingOf(search, before), upTo);
    return this.select<ContactView>(
      `SELECT ${CONTACT_COLUMNS} FROM (SELECT contact_id FROM (${matches.sql}) matching ${order(offset)}) page
       JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.contact_id ORDER BY c.id DESC`,
      matches.bindings,
    );
  }

  /**
   * The page, read from the newest segment downwards: that one first, and when it is not enough those that
   * hold anything, one, then two, then four at a time.
   */
  private async readDown(search: Search, place: Place): Promise<ContactView[]> {
    const rows: ContactView[] = [];
    const open = { offset: 0, ...place };
    const newest = search.segments.slice(0, 1);
    await this.readSome(search, newest, open, rows);
    for (let seen = newest.length; seen < search.segments.length && open.limit > 0; seen += GLANCE) {
      const holding = await this.segmentsWith(search, search.segments.slice(seen, seen + GLANCE));
      for (let start = 0, size = 1; start < holding.length && open.limit > 0; start += size, size *= 2)
        await this.readSome(search, holding.slice(start, start + size), open, rows);
    }
    return rows;
  }

  /** Which of these segments have any suffix of the search. */
  private async segmentsWith(search: Search, segments: readonly number[]): Promise<number[]> {
    const bindings: Bindings = {};
    const glances = segments.map((segment) => {
      const found = search.sources.map(({ kind, rarest }, index) => {
        const condition = suffixCondition('s', kind, rarest, String(segment), `piece${index}`);
        Object.assign(bindings, condition.bindings);
        return `(SELECT 1 FROM contact_suffixes s WHERE ${condition.sql} LIMIT 1)`;
      });
      return `COALESCE(${found.join(', ')}, 0) AS s${segment}`;
    });
    const [row] = await this.select<Record<string, number>>(`SELECT ${glances.join(', ')}`, bindings);
    return segments.filter((segment) => Number(row?.[`s${segment}`]) > 0);
  }

  /** Adds to `rows` what these segments hold of the page, in halves while it is too much to be sorted at once. */
  private async readSome(
    search: Search,
    segments: readonly number[],
    open: Place & { offset: number },
    rows: ContactView[],
  ): Promise<void> {
    if (open.limit === 0) return;
    if (segments.length > 1 && (await this.isMuch(search, segments))) {
      const half = Math.ceil(segments.length / 2);
      await this.readSome(search, segments.slice(0, half), open, rows);
      await this.readSome(search, segments.slice(half), open, rows);
      return;
    }
    if (open.offset > 0) {
      const matches = await this.count(search, segments, open.offset + 1, open.before);
      if (matches <= open.offset) {
        open.offset -= matches;
        return;
      }
    }
    const found = await this.readSorted(search, segments, open);
    rows.push(...found);
    open.limit -= found.length;
    open.offset = 0;
  }

  private async isMuch(search: Search, segments: readonly number[]): Promise<boolean> {
    const pieces = search.sources.map(({ kind, rarest }) => ({ kind, range: rarest }));
    return (await this.countSuffixes(pieces, segments)).some((count) => count > this.bounds.sorted);
  }

  /** How many contacts match in these segments; when there are more than `most`, some number above it. */
  private async count(
    search: Search,
    segments = search.segments,
    most = TOTAL_CAP,
    before?: Buffer,
  ): Promise<number> {
    const matches = selectMatches(search.sources, segments, narrowingOf(search, before), `LIMIT ${most + 1}`);
    const [row] = await this.select<{ matches: number }>(
      `SELECT COUNT(*) AS matches FROM (${matches.sql}) matching`,
      matches.bindings,
    );
    return Number(row?.matches);
  }
}

function narrowingOf(search: Search, before: Buffer | undefined): Narrowing {
  return {
    ...(search.status === null ? {} : { status: STATUS_CODE[search.status] }),
    ...(before === undefined ? {} : { before }),
  };
}
