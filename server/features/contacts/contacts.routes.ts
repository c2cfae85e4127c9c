import { implement } from '@orpc/server';
import { contactsContract } from '../../../shared/contract/contacts.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  createContact,
  type DeleteContact,
  getContact,
  listContacts,
  removeContact,
  updateContact,
} from './contacts.service.ts';

export function contactsRoutes(deleteContact: DeleteContact) {
  const os = implement(contactsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listContacts(contextOf(context), input.query)),
    create: os.create.handler(({ input, context }) => createContact(contextOf(context), input.body)),
    get: os.get.handler(({ input, context }) => getContact(contextOf(context), input.params.id)),
    update: os.update.handler(({ input, context }) =>
      updateContact(contextOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeContact(contextOf(context), deleteContact, input.params.id),
    ),
  });
}
