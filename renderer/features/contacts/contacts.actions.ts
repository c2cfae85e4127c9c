import type { ContactFilter } from '../../../shared/contract/contact-filter.ts';
import type { Contact, CreateContact, UpdateContact } from '../../../shared/contract/contacts.contract.ts';
import { api } from '../../lib/api/api.ts';
import { tagsOptions } from '../../lib/api/contact-tags.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { removeContact, upsertContacts } from './contacts.store.ts';
import { type ContactQuery, withoutEmpty } from './list/contact-query.ts';

const LIST_KEY = ['contacts', 'list'] as const;
export const PAGE_SIZE = 20;

/** Returns the query for a page of contacts. The contacts are stored, their order and the totals cached. */
export function contactListOptions({ filter, sort, direction, page }: ContactQuery) {
  const narrowed = withoutEmpty(filter);
  return {
    queryKey: [...LIST_KEY, narrowed, sort, direction, page] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data, seen, pagination } = await api.contactsPage.list(
        { query: { ...inAddress(narrowed), sort, direction, page, limit: PAGE_SIZE } },
        { signal },
      );
      upsertContacts(data);
      return { ids: data.map((contact) => contact.id), seen, pagination };
    },
  };
}

/** Returns a filter as the parameters of a list. */
function inAddress({ blocked, hasEmail, ...filter }: ContactFilter) {
  const flag = (value: boolean) => (value ? ('true' as const) : ('false' as const));
  return {
    ...filter,
    ...(blocked !== undefined && { blocked: flag(blocked) }),
    ...(hasEmail !== undefined && { hasEmail: flag(hasEmail) }),
  };
}

/** Returns the query for a single contact. */
export function contactOptions(id: string) {
  return {
    queryKey: ['contacts', 'one', id] as const,
    queryFn: async () => {
      const contact = await api.contacts.get({ params: { id } });
      upsertContacts([contact]);
      return contact.id;
    },
  };
}

/** Creates a contact. */
export async function createContact(body: CreateContact): Promise<Contact> {
  const contact = await api.contacts.create({ body });
  upsertContacts([contact]);
  refreshContactLists();
  return contact;
}

/** Updates a contact. */
export async function updateContact(id: string, body: UpdateContact): Promise<Contact> {
  const contact = await api.contacts.update({ params: { id }, body });
  upsertContacts([contact]);
  if (body.tags ?? body.addTags) void queryClient.invalidateQueries({ queryKey: tagsOptions().queryKey });
  return contact;
}

/** Merges a contact into another one, and returns that one. */
export async function mergeContacts(
  id: string,
  into: string,
  { take, keepsPhone }: { take: readonly string[]; keepsPhone: boolean },
): Promise<Contact> {
  const keep = keepsPhone ? (['phone'] as const) : [];
  const contact = await api.contacts.merge({
    params: { id },
    body: { into, take: [...take], keep: [...keep] },
  });
  removeContact(id);
  upsertContacts([contact]);
  refreshContactLists();
  return contact;
}

/** Undoes the merge of a contact, and returns that contact. */
export async function undoMerge(id: string): Promise<Contact> {
  const contact = await api.contacts.undoMerge({ params: { id } });
  upsertContacts([contact]);
  refreshContactLists();
  return contact;
}

/** Deletes a contact with its conversation. */
export async function deleteContact(id: string): Promise<void> {
  await api.contacts.remove({ params: { id } });
  removeContact(id);
  refreshContactLists();
}

/** Refetches the lists on screen, which stay visible while they load. */
export function refreshContactLists(): void {
  void queryClient.invalidateQueries({ queryKey: LIST_KEY });
}
