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
import { putContact, putContacts } from './upsert-contacts.ts';

export function contactsRoutes(deleteContact: DeleteContact) {
  const os = implement(contactsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listContacts(contextOf(context), input.query)),
    create: os.create.handler(({ input, context }) => createContact(contextOf(context), input.body)),
    get: os.get.handler(({ input, context }) => getContact(contextOf(context), input.params.id)),
    put: os.put.handler(async ({ input, context }) => {
      const { params, body = {} } = input;
      if (params.id.startsWith('ct_')) return updateContact(contextOf(context), params.id, body);
      const { contact, isNew } = await putContact(contextOf(context), params.id, body);
      if (isNew) context.setStatus(201);
      return contact;
    }),
    batch: os.batch.handler(({ input, context }) => putContacts(contextOf(context), input.body.contacts)),
    update: os.update.handler(({ input, context }) =>
      updateContact(contextOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeContact(contextOf(context), deleteContact, input.params.id),
    ),
  });
}
