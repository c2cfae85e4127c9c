import { implement } from '@orpc/server';
import { contactsContract } from '../../../shared/contract/contacts.contract.ts';
import { actorOf, contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { ContactsService } from './contacts.service.ts';

export function contactsRoutes(contacts: ContactsService) {
  const os = implement(contactsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => contacts.list(actorOf(context).scope, input.query)),
    create: os.create.handler(({ input, context }) => contacts.create(contextOf(context), input.body)),
    get: os.get.handler(({ input, context }) => contacts.get(actorOf(context).scope, input.params.id)),
    update: os.update.handler(({ input, context }) =>
      contacts.update(actorOf(context).scope, input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      contacts.remove(actorOf(context).scope, input.params.id),
    ),
  });
}
