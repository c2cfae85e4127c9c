import { create } from 'zustand';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';

interface ContactsState {
  byId: Readonly<Record<string, Contact>>;
}

/** The loaded contacts. Responses and events are both stored by `upsertContacts`. */
export const useContacts = create<ContactsState>(() => ({ byId: {} }));

/** Stores contacts, unless a newer version is stored already. */
export function upsertContacts(contacts: readonly Contact[]): void {
  const { byId } = useContacts.getState();
  const newer = contacts.filter((contact) => {
    const known = byId[contact.id];
    return !known || known.updatedAt <= contact.updatedAt;
  });
  if (newer.length === 0) return;
  useContacts.setState({
    byId: { ...byId, ...Object.fromEntries(newer.map((contact) => [contact.id, contact])) },
  });
}

/** Removes a deleted contact. */
export function removeContact(id: string): void {
  const { [id]: _removed, ...rest } = useContacts.getState().byId;
  useContacts.setState({ byId: rest });
}

/** Clears the store, after a sign-out or when it may be out of date. */
export function resetContacts(): void {
  useContacts.setState({ byId: {} });
}
