import type {
  Contact,
  ContactStatus,
  CreateContact,
  UpdateContact,
} from '../../../shared/contract/contacts.contract.ts';
import { api } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { removeContact, upsertContacts } from './contacts.store.ts';

/** The search, the filter and the page of a contact list. */
export interface ContactQuery {
  search: string;
  status: ContactStatus | null;
  tag: string | null;
  /** `key:value` of a custom field. */
  attribute: string | null;
  /** Whether only blocked contacts are shown. */
  isBlocked: boolean;
  page: number;
}

/** The first page of all contacts. */
export const ALL_CONTACTS: ContactQuery = {
  ...{ search: '', status: null, tag: null, attribute: null, isBlocked: false, page: 1 },
};

const LIST_KEY = ['contacts', 'list'] as const;
export const PAGE_SIZE = 20;

/** Returns the query for a page of contacts. The contacts are stored, their order and the totals cached. */
export function contactListOptions({ search, status, tag, attribute, isBlocked, page }: ContactQuery) {
  return {
    queryKey: [...LIST_KEY, search, status, tag, attribute, isBlocked, page] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data, pagination } = await api.contacts.list(
        {
          query: {
            ...{ page, limit: PAGE_SIZE },
            ...(search && { search }),
            ...(status && { status }),
            ...(tag !== null && { tag }),
            ...(attribute !== null && { attribute }),
            ...(isBlocked && { blocked: 'true' as const }),
          },
        },
        { signal },
      );
      upsertContacts(data);
      return { ids: data.map((contact) => contact.id), pagination };
    },
  };
}

/** Returns the query for the tags that contacts have. */
export function tagsOptions() {
  return {
    queryKey: ['contacts', 'tags'] as const,
    queryFn: async () => (await api.contacts.tags({ query: {} })).data,
    staleTime: 30_000,
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
  if (body.tags) void queryClient.invalidateQueries({ queryKey: tagsOptions().queryKey });
  return contact;
}

/** Merges a contact into another one, and returns that one. */
export async function mergeContacts(id: string, into: string): Promise<Contact> {
  const contact = await api.contacts.merge({ params: { id }, body: { into } });
  removeContact(id);
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
