import { create } from 'zustand';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';

interface ContactsState {
  byId: Readonly<Record<string, Contact>>;
}

/** The contacts seen so far. Answers of the server and events end up here by the same `upsertContacts`. */
export const useContacts = create<ContactsState>(() => ({ byId: {} }));

/** Takes contacts in. One that is older than what is here already changes nothing. */
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

export function removeContact(id: string): void {
  const { [id]: _removed, ...rest } = useContacts.getState().byId;
  useContacts.setState({ byId: rest });
}

/** Forgets everything: another person signed in, or what is here may be out of date. */
export function resetContacts(): void {
  useContacts.setState({ byId: {} });
}
