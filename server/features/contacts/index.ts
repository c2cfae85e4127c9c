import type { Resources } from '../../kernel/context/context.ts';
import { dropFieldJob } from './contact-fields.service.ts';
import { contactFieldsRoutes, contactsRoutes } from './contacts.routes.ts';
import type { DeleteContact } from './contacts.service.ts';

export { addContactRow, changeContactRow, deleteContactRow, indexContacts } from './contact-changes.ts';
export {
  attestSender,
  findSender,
  holderOfPhone,
  introduceSender,
  isOrWasSender,
  resolveContact,
  retirePersonIds,
  retirePhone,
  sendAddressOf,
} from './contact-directory.ts';
export { changeMarketing } from './contact-input.ts';
export { presentContact } from './contacts.presenter.ts';
export { findContact, lockContact } from './contacts.repository.ts';
export { addContact, getContact, listContacts } from './contacts.service.ts';
export { erasedPeopleRetention, isErasedHistory, rememberErasure } from './erased-people.repository.ts';

/** Wires the contacts of a workspace. */
export function registerContacts(
  { db }: Pick<Resources, 'db'>,
  { deleteContact, wakeJobs }: { deleteContact: DeleteContact; wakeJobs: () => void },
) {
  return {
    routes: contactsRoutes(deleteContact),
    fieldsRoutes: contactFieldsRoutes(wakeJobs),
    jobs: [dropFieldJob({ db })],
  };
}
