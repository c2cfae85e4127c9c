import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { refreshActions } from './bulk/actions.queries.ts';
import { refreshContactLists } from './contacts.actions.ts';
import { removeContact, upsertContacts } from './contacts.store.ts';
import { refreshFields } from './fields/fields.queries.ts';
import { refreshImports } from './imports/imports.queries.ts';
import { refreshSegments } from './segments/segments.queries.ts';

/** Applies events to the contacts on screen. */
export const contactsRealtime = {
  'contact.created': ({ contact }) => {
    upsertContacts([contact]);
    refreshContactLists();
  },
  'contact.updated': ({ contact }) => upsertContacts([contact]),
  'contact_field.changed': () => refreshFields(),
  'contact_import.changed': () => refreshImports(),
  'contact_action.changed': () => refreshActions(),
  'segment.changed': () => refreshSegments(),
  'contact.deleted': ({ id }) => {
    removeContact(id);
    refreshContactLists();
  },
  'message.received': ({ contact }) => upsertContacts([contact]),
  'message.queued': ({ contact }) => upsertContacts([contact]),
  'message.updated': ({ contact }) => upsertContacts([contact]),
} satisfies EventHandlers;
