import type { ContactFilter } from '../../../../shared/contract/contact-filter.ts';
import type { MarketingState } from '../../../../shared/domain/contact-status.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import type { Bindings } from '../../../db/database.ts';
import { lowestKeyAt } from '../../../kernel/ids.ts';
import type { SearchedPart } from '../contact-search.repository.ts';
import { matchesContact } from '../contact-search.sql.ts';

/** A filter with everything looked up that its conditions compare with. */
export interface ContactConditions {
  searched?: SearchedPart | null;
  status?: ContactFilter['status'];
  tag?: string | undefined;
  /** A custom field and the value or the range in it; `nobody` when the workspace has no such field any more. */
  attribute?: { key: string; value: string } | AttributeRange | 'nobody' | undefined;
  marketing?: MarketingState | undefined;
  blocked?: boolean | undefined;
  hasEmail?: boolean | undefined;
  addedSince?: Date | undefined;
  /** Contacts who wrote at this time or later. */
  seenSince?: Date | undefined;
  /** Whether these are few: they are looked for by their conversations, instead of asking each contact. */
  isSeenByFew?: boolean;
  /** Contacts who have not written since this time, or never. */
  notSeenSince?: Date | undefined;
}

/** A range of a custom field, with both ends; null for an open end. */
export interface AttributeRange {
  key: string;
  /** Dates are compared as text, which has the same order. */
  kind: 'number' | 'date';
  from: number | string | null;
  to: number | string | null;
  /** Whether these are few: they are looked for by their values, instead of asking each contact. */
  isOfFew: boolean;
}

/** Returns the index that has the values of a range one after the other. */
export const indexOfRange = ({ kind }: Pick<AttributeRange, 'kind'>) =>
  kind === 'number' ? 'contact_attributes_number' : 'PRIMARY';

/** Returns the condition that a value of the table is in a range; its bindings are those of `boundsOf`. */
export function isInRange(
  table: string,
  { kind, from, to }: Pick<AttributeRange, 'kind' | 'from' | 'to'>,
  suffix = '',
): string {
  const column = `${table}.${kind === 'number' ? 'number' : 'value'}`;
  const ends = [
    ...(from === null ? [] : [`${column} >= :rangeFrom${suffix}`]),
    ...(to === null ? [] : [`${column} <= :rangeTo${suffix}`]),
  ];
  return ends.join(' AND ');
}

/** Returns the bindings of `isInRange`. */
export function boundsOf(
  { from, to }: Pick<AttributeRange, 'from' | 'to'>,
  suffix = '',
): Record<string, string | number> {
  return {
    ...(from !== null && { [`rangeFrom${suffix}`]: from }),
    ...(to !== null && { [`rangeTo${suffix}`]: to }),
  };
}

/** What lists of programs have besides: the contact with a number, an address, and what changed. */
export interface ContactSelection {
  id?: Buffer | undefined;
  /** Only these contacts. */
  ids?: readonly Buffer[] | undefined;
  email?: string | undefined;
  updatedSince?: Date | undefined;
  /** Contacts pass all of these. */
  all: readonly ContactConditions[];
}

/** Contacts as a query: `SELECT … FROM from WHERE where` walks an index in the order of `id`. */
export interface ContactSource {
  from: string;
  /** The column with the contact's id. */
  id: string;
  where: string;
  bindings: Bindings;
}

/** By so much the clocks of servers may differ, and those of a contact's id and of its time. */
const CLOCKS_APART_MS = DAY_MS;

interface Part {
  where: string[];
  bindings: Record<string, Buffer | string | number | Date | Buffer[]>;
}

/**
 * Returns the contacts of a selection. They are found by the index of the narrowest part, and the rest is compared
 * with their rows. `walk` names another index of `contacts` to walk instead.
 */
export function contactSource(selection: ContactSelection, walk?: string): ContactSource {
  const { id, ids, email, updatedSince, all } = selection;
  const part: Part = { where: ['c.tenant_id = :tenantId'], bindings: {} };
  if (id) add(part, 'c.id = :contactId', { contactId: id });
  if (ids) add(part, ids.length > 0 ? 'c.id IN (:contactIds)' : '1 = 0', { contactIds: [...ids] });
  if (email !== undefined) add(part, 'c.email = :contactEmail', { contactEmail: email });
  if (updatedSince) add(part, 'c.updated_at >= :updatedSince', { updatedSince });
  const isByRow =
    walk !== undefined ||
    id !== undefined ||
    ids !== undefined ||
    email !== undefined ||
    updatedSince !== undefined ||
    all.some(isOfFewFound);
  const entry = isByRow ? null : entryOf(all);
  for (const [index, conditions] of all.entries())
    addConditions(part, entry?.of === index ? { ...conditions, [entry.kind]: undefined } : conditions, index);
  if (entry) {
    add(part, entry.where, entry.bindings);
    const hint = entry.index ? `FORCE INDEX (${entry.index})` : '';
    const from = `${entry.table} t ${hint} STRAIGHT_JOIN contacts c ON c.tenant_id = :tenantId AND c.id = t.contact_id`;
    return { from, id: 't.contact_id', where: part.where.join(' AND '), bindings: part.bindings };
  }
  const from = `contacts c FORCE INDEX (${walk ?? indexFor(selection)})`;
  return { from, id: 'c.id', where: part.where.join(' AND '), bindings: part.bindings };
}

/** A table that lists contacts in the order of their ids, for one part of one of the filters. */
interface Entry {
  of: number;
  kind: 'attribute' | 'tag' | 'seenSince';
  table: string;
  /** The index to walk, where it is given. */
  index?: string;
  where: string;
  bindings: Record<string, string | number | Date>;
}

/**
 * Returns the table that lists the contacts of a tag or a value in the order of their ids, or the few who have written
 * lately; null without such a part.
 */
function entryOf(all: readonly ContactConditions[]): Entry | null {
  for (const [of, { attribute }] of all.entries())
    if (attribute && attribute !== 'nobody' && 'value' in attribute)
      return {
        ...{ of, kind: 'attribute', table: 'contact_attributes' },
        where: 't.tenant_id = :tenantId AND t.field_key = :entryKey AND t.value = :entryValue',
        bindings: { entryKey: attribute.key, entryValue: attribute.value },
      };
  for (const [of, { attribute }] of all.entries())
    if (attribute && attribute !== 'nobody' && 'kind' in attribute && attribute.isOfFew)
      return {
        ...{ of, kind: 'attribute', table: 'contact_attributes', index: indexOfRange(attribute) },
        where: `t.tenant_id = :tenantId AND t.field_key = :entryKey AND ${isInRange('t', attribute, 'OfEntry')}`,
        bindings: { entryKey: attribute.key, ...boundsOf(attribute, 'OfEntry') },
      };
  for (const [of, { tag }] of all.entries())
    if (tag !== undefined)
      return {
        ...{ of, kind: 'tag', table: 'contact_tags' },
        where: 't.tenant_id = :tenantId AND t.tag = :entryTag',
        bindings: { entryTag: tag },
      };
  for (const [of, { seenSince: since, isSeenByFew }] of all.entries())
    if (since && isSeenByFew)
      return {
        ...{ of, kind: 'seenSince', table: 'conversations', index: 'conversations_window' },
        where: SEEN_SINCE,
        bindings: { entrySince: since },
      };
  return null;
}

/** The conversations `t` of those who have written lately: the index of the last messages begins with the status. */
export const SEEN_SINCE = `t.tenant_id = :tenantId AND t.status IN ('open', 'snoozed', 'closed')
  AND t.last_inbound_at >= :entrySince`;

/** Whether a search has found few contacts: they are read by their ids. */
const isOfFewFound = ({ searched }: ContactConditions) => searched != null && 'ids' in searched;

function indexFor({ id, ids, email, updatedSince, all }: ContactSelection): string {
  if (id || ids || all.some(isOfFewFound)) return 'contacts_tenant_id';
  if (email !== undefined) return 'contacts_email';
  if (updatedSince) return 'contacts_updated';
  if (all.some(({ blocked }) => blocked === true)) return 'contacts_blocked';
  if (all.some(({ status }) => status)) return 'contacts_status';
  if (all.some(({ marketing }) => marketing)) return 'contacts_marketing';
  return all.some(({ hasEmail }) => hasEmail === false) ? 'contacts_email' : 'contacts_tenant_id';
}

/** Whether a contact has written at a time or later. */
const seenSince = (time: string) =>
  `EXISTS (SELECT 1 FROM conversations v WHERE v.tenant_id = :tenantId AND v.contact_id = c.id
     AND v.last_inbound_at >= :${time})`;

/** Adds the conditions of a filter. Its bindings end in its number, so that there can be several. */
function addConditions(part: Part, given: ContactConditions, number: number): void {
  const name = (base: string) => `${base}Of${number}`;
  const { searched, status, tag, attribute, marketing, blocked, hasEmail } = given;
  if (searched && 'sources' in searched) {
    const found = matchesContact(searched.sources, { suffix: `Of${number}` });
    add(part, found.sql, found.bindings);
  } else if (searched) {
    const { ids } = searched;
    add(part, ids.length > 0 ? `c.id IN (:${name('found')})` : '1 = 0', { [name('found')]: ids });
  }
  if (status) add(part, `c.status = :${name('status')}`, { [name('status')]: status });
  if (marketing) add(part, `c.marketing = :${name('marketing')}`, { [name('marketing')]: marketing });
  if (blocked !== undefined) add(part, `c.is_blocked = ${blocked ? 1 : 0}`, {});
  if (hasEmail !== undefined) add(part, `c.email IS ${hasEmail ? 'NOT NULL' : 'NULL'}`, {});
  if (given.addedSince) {
    // By its id, too, so that the walk along the ids ends there. The clock of the server that made it may be behind.
    const from = lowestKeyAt(new Date(given.addedSince.getTime() - CLOCKS_APART_MS));
    add(part, `c.created_at >= :${name('addedSince')} AND c.id >= :${name('addedFrom')}`, {
      ...{ [name('addedSince')]: given.addedSince, [name('addedFrom')]: from },
    });
  }
  if (given.seenSince) add(part, seenSince(name('seenSince')), { [name('seenSince')]: given.seenSince });
  if (given.notSeenSince)
    add(part, `NOT ${seenSince(name('notSeenSince'))}`, { [name('notSeenSince')]: given.notSeenSince });
  if (tag !== undefined)
    add(
      part,
      `EXISTS (SELECT 1 FROM contact_tags x WHERE x.tenant_id = :tenantId AND x.tag = :${name('tag')}
         AND x.contact_id = c.id)`,
      { [name('tag')]: tag },
    );
  if (attribute === 'nobody') add(part, '1 = 0', {});
  else if (attribute) {
    const isRange = 'kind' in attribute;
    const has = isRange ? isInRange('a', attribute, `Of${number}`) : `a.value = :${name('fieldValue')}`;
    add(
      part,
      `EXISTS (SELECT 1 FROM contact_attributes a WHERE a.tenant_id = :tenantId
         AND a.field_key = :${name('fieldKey')} AND ${has} AND a.contact_id = c.id)`,
      {
        [name('fieldKey')]: attribute.key,
        ...(isRange ? boundsOf(attribute, `Of${number}`) : { [name('fieldValue')]: attribute.value }),
      },
    );
  }
}

function add(part: Part, condition: string, bindings: Part['bindings']): void {
  part.where.push(condition);
  Object.assign(part.bindings, bindings);
}
