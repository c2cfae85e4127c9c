import { contactsRoutes } from './contacts.routes.ts';
import { type ContactsDeps, createContactsService } from './contacts.service.ts';

export { ContactChanges, indexContacts } from './contact-changes.ts';
export { ContactDirectory } from './contact-directory.ts';
export { presentContact } from './contacts.presenter.ts';
export { ContactsRepository } from './contacts.repository.ts';
export { containsName, foldForSearch } from './search-text.ts';

/** The contacts of a workspace. */
export function registerContacts(deps: ContactsDeps) {
  const service = createContactsService(deps);
  return { service, routes: contactsRoutes(service) };
}
