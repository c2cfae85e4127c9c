import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { queries } from '../../lib/api/api.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { refreshActions } from './bulk/actions.queries.ts';
import { refreshContactLists } from './contacts.actions.ts';
import { removeContact, upsertContacts } from './contacts.store.ts';
import { refreshFields } from './fields/fields.queries.ts';
import { refreshImports } from './imports/imports.queries.ts';
import { refreshSegments } from './segments/segments.queries.ts';

function applyMessage(contact: Contact, hasFile: boolean): void {
  upsertContacts([contact]);
  refreshHistory(contact.id);
  if (hasFile) refreshFiles();
}

/** Refetches the notes and the history of a contact where they are on the screen. */
function refreshHistory(contactId: string): void {
  void queryClient.invalidateQueries({
    queryKey: queries.contactsPage.timeline.key({ input: { params: { id: contactId } } }),
  });
}

function refreshFiles(): void {
  void queryClient.invalidateQueries({ queryKey: queries.contactsPage.files.key() });
}

/** Applies events to the contacts on screen. */
export const contactsRealtime = {
  'contact.created': ({ contact }) => {
    upsertContacts([contact]);
    refreshContactLists();
  },
  'contact.updated': ({ contact }) => {
    upsertContacts([contact]);
    refreshHistory(contact.id);
  },
  'note.added': ({ note }) => refreshHistory(note.contact),
  'note.updated': ({ note }) => refreshHistory(note.contact),
  // It does not name the contact.
  'note.deleted': () => void queryClient.invalidateQueries({ queryKey: queries.contactsPage.timeline.key() }),
  'media.updated': () => refreshFiles(),
  'contact_field.changed': () => refreshFields(),
  'contact_import.changed': () => refreshImports(),
  'contact_action.changed': () => refreshActions(),
  'segment.changed': () => refreshSegments(),
  'contact.deleted': ({ id }) => {
    removeContact(id);
    refreshContactLists();
  },
  'message.received': ({ contact, message }) => applyMessage(contact, message.media !== null),
  'message.queued': ({ contact, message }) => applyMessage(contact, message.media !== null),
  'message.updated': ({ contact }) => upsertContacts([contact]),
} satisfies EventHandlers;
