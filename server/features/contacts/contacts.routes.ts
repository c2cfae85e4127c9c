import { implement } from '@orpc/server';
import { contactFieldsContract } from '../../../shared/contract/contact-fields.contract.ts';
import { contactsContract } from '../../../shared/contract/contacts.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { changeField, createField, listFields, removeField } from './contact-fields.service.ts';
import {
  type ContactFlows,
  createContact,
  getContact,
  listContactTags,
  removeContact,
  updateContact,
} from './contacts.service.ts';
import { listContacts } from './list/list-contacts.ts';
import { putContact, putContacts } from './upsert-contacts.ts';

export function contactsRoutes(flows: ContactFlows) {
  const os = implement(contactsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(async ({ input, context }) => {
      const { segment, ...query } = input.query;
      const within =
        segment === undefined ? undefined : await flows.filterOfSegment(contextOf(context), segment);
      return listContacts(contextOf(context), { ...query, within });
    }),
    tags: os.tags.handler(({ context }) => listContactTags(contextOf(context))),
    fields: os.fields.handler(({ context }) => listFields(contextOf(context))),
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
      removeContact(contextOf(context), flows, input.params.id),
    ),
    undoMerge: os.undoMerge.handler(({ input, context }) =>
      flows.undoMerge(contextOf(context), input.params.id),
    ),
    merge: os.merge.handler(({ input, context }) =>
      flows.mergeContacts(contextOf(context), input.params.id, input.body),
    ),
  });
}

/** The routes of the custom fields in the settings. */
export function contactFieldsRoutes(wakeJobs: () => void) {
  const os = implement(contactFieldsContract).$context<RequestContext>();
  return os.router({
    create: os.create.handler(({ input, context }) => createField(contextOf(context), input.body)),
    change: os.change.handler(({ input, context }) =>
      changeField(contextOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeField(contextOf(context), wakeJobs, input.params.id),
    ),
  });
}
