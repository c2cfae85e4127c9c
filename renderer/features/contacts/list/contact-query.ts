import type { ContactFilter } from '../../../../shared/contract/contact-filter.ts';
import { CONTACT_STATUSES, MARKETING_STATES } from '../../../../shared/domain/contact-status.ts';
import { CONTACT_SORTS, type ContactSort } from '../../../../shared/domain/contacts/contact-actions.ts';

/** What the page of contacts shows, as its address has it. */
export interface ContactQuery {
  filter: ContactFilter;
  /** The segment whose filter this is, or was before it was changed. */
  segment: string | null;
  sort: ContactSort;
  direction: 'asc' | 'desc';
  page: number;
  /** The contact that is open beside the list. */
  contact: string | null;
  /** The phone number that the form for a new contact begins with. */
  newPhone: string | null;
}

/** The first page of all contacts. */
export const ALL_CONTACTS: ContactQuery = {
  ...{ filter: {}, segment: null, sort: 'added', direction: 'desc', page: 1, contact: null, newPhone: null },
};

/** In the place of a contact's id in the address: the form for a new one. */
export const NEW_CONTACT = 'new';

const DAYS = ['addedWithinDays', 'seenWithinDays', 'notSeenForDays'] as const;

/** The search of an address; what is as on the first page of all contacts is left out. */
export interface ContactSearch extends ContactFilter {
  segment?: string | undefined;
  sort?: ContactSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  contact?: string | undefined;
  newPhone?: string | undefined;
}

/** Reads the search of an address, which anybody may have typed. */
export function readContactSearch(raw: Record<string, unknown>): ContactSearch {
  const found: Record<string, unknown> = {
    status: CONTACT_STATUSES.find((status) => status === raw.status),
    marketing: MARKETING_STATES.find((state) => state === raw.marketing),
    sort: CONTACT_SORTS.find((sort) => sort === raw.sort),
    direction: raw.direction === 'asc' || raw.direction === 'desc' ? raw.direction : undefined,
    page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? raw.page : undefined,
  };
  // A text of digits in a typed address is parsed as a number.
  for (const name of ['search', 'tag', 'attribute', 'segment', 'contact', 'newPhone'])
    if (['string', 'number'].includes(typeof raw[name]) && raw[name] !== '') found[name] = String(raw[name]);
  for (const name of ['blocked', 'hasEmail']) if (typeof raw[name] === 'boolean') found[name] = raw[name];
  for (const name of DAYS) if (Number.isInteger(raw[name]) && Number(raw[name]) > 0) found[name] = raw[name];
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns what an address stands for. */
export function queryOf(search: ContactSearch): ContactQuery {
  const { segment, sort, direction, page, contact, newPhone, ...filter } = search;
  return {
    filter,
    segment: segment ?? null,
    sort: sort ?? ALL_CONTACTS.sort,
    direction: direction ?? ALL_CONTACTS.direction,
    page: page ?? 1,
    contact: contact ?? null,
    newPhone: newPhone ?? null,
  };
}

/** Returns the search of the address that stands for a query. */
export function searchOf(query: ContactQuery): ContactSearch {
  const { filter, segment, sort, direction, page, contact, newPhone } = query;
  return {
    ...withoutEmpty(filter),
    segment: segment ?? undefined,
    sort: sort === ALL_CONTACTS.sort ? undefined : sort,
    direction: direction === ALL_CONTACTS.direction ? undefined : direction,
    page: page > 1 ? page : undefined,
    contact: contact ?? undefined,
    newPhone: newPhone ?? undefined,
  };
}

/** Returns a filter without the parts that say nothing. */
export function withoutEmpty(filter: ContactFilter): ContactFilter {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Whether a filter leaves anybody out. */
export function isFiltered(filter: ContactFilter): boolean {
  return Object.keys(withoutEmpty(filter)).length > 0;
}

/** Whether two filters are the same. */
export function isSameFilter(one: ContactFilter, other: ContactFilter): boolean {
  const textOf = (filter: ContactFilter) => JSON.stringify(Object.entries(withoutEmpty(filter)).sort());
  return textOf(one) === textOf(other);
}
