import type { Resources } from '../../kernel/context/context.ts';
import { dropFieldJob } from './contact-fields.service.ts';
import { contactFieldsRoutes, contactsRoutes } from './contacts.routes.ts';
import type { ContactFlows } from './contacts.service.ts';

export { addContactRow, changeContactRow, deleteContactRow, indexContacts } from './contact-changes.ts';
export {
  attestSender,
  findMerge,
  findSender,
  holderOfPhone,
  introduceSender,
  isAlternateNumber,
  isOrWasSender,
  resolveContact,
  retirePersonIds,
  retirePhone,
  sendAddressOf,
} from './contact-directory.ts';
export { listFields } from './contact-fields.service.ts';
export { auditConsent, changeMarketing } from './contact-input.ts';
export {
  dropMergeRows,
  forgetOldMerges,
  heirOf,
  lockMerge,
  MERGE_UNDO_DAYS,
  mergedInto,
  moveMerges,
  removeMerge,
  storeMerge,
} from './contact-merges.repository.ts';
export { presentContact } from './contacts.presenter.ts';
export { contactsByEmail, findContact, lockContact, lockContacts } from './contacts.repository.ts';
export { addContact, getContact, listDuplicates, markDistinct } from './contacts.service.ts';
export { erasedPeopleRetention, isErasedHistory, rememberErasure } from './erased-people.repository.ts';
export { changeContacts, type Imported, importContacts, restoreContact } from './import-contacts.ts';
export type { ContactSource } from './list/contact-conditions.sql.ts';
export { dropOldHistory, recordAdded } from './list/contact-history.repository.ts';
export {
  type ContactListQuery,
  checkFilter,
  chosenContacts,
  contactsFound,
  contactsPassing,
  countContacts,
  listContactPage,
  listContacts,
} from './list/list-contacts.ts';

/** Wires the contacts of a workspace. */
export function registerContacts(
  { db }: Pick<Resources, 'db'>,
  { wakeJobs, ...flows }: ContactFlows & { wakeJobs: () => void },
) {
  return {
    routes: contactsRoutes(flows),
    fieldsRoutes: contactFieldsRoutes(wakeJobs),
    jobs: [dropFieldJob({ db })],
  };
}
