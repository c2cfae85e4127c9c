import { z } from 'zod';
import { ContactFieldSchema } from '../contract/contact-fields.contract.ts';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

const contact = z.object({ contact: ContactSchema });

export const contactEvents = {
  'contact.created': defineEvent({
    payload: contact.extend({
      /** When a merge of it was undone: the contact that it was merged into, and the conversations of both. */
      splitFrom: z
        .object({
          id: idSchema('contact'),
          conversationId: idSchema('conversation').nullable(),
          ownConversationId: idSchema('conversation').nullable(),
        })
        .optional(),
    }),
    audience: 'everyone',
    webhook: false,
  }),
  'contact.updated': defineEvent({ payload: contact, audience: 'everyone', webhook: false }),
  /** A custom field was added, changed or deleted: clients fetch the list again. */
  'contact_field.changed': defineEvent({
    payload: z.object({ id: idSchema('contactField'), field: ContactFieldSchema.nullable() }),
    audience: 'everyone',
    webhook: false,
  }),
  /** A segment was created, changed or deleted: clients fetch the list again. */
  'segment.changed': defineEvent({
    payload: z.object({ id: idSchema('segment') }),
    audience: 'everyone',
    webhook: false,
  }),
  /** An import has come further: clients that show it fetch it again. */
  'contact_import.changed': defineEvent({
    payload: z.object({ id: idSchema('contactImport') }),
    audience: 'admins',
    webhook: false,
  }),
  /** A change of many contacts has come further: clients that show it fetch it again. */
  'contact_action.changed': defineEvent({
    payload: z.object({ id: idSchema('contactAction') }),
    audience: 'everyone',
    webhook: false,
  }),
  'contact.deleted': defineEvent({
    payload: z.object({
      id: idSchema('contact'),
      /** The conversation that was deleted with it. */
      conversationId: idSchema('conversation').nullable(),
      /** The contact that it was merged into, with the conversation that has its messages now. */
      mergedInto: z
        .object({ id: idSchema('contact'), conversationId: idSchema('conversation').nullable() })
        .optional(),
      /** Set for a customer of a rehearsal: the event has no number by which that could be seen. */
      isSimulated: z.literal(true).optional(),
    }),
    audience: 'everyone',
    webhook: false,
  }),
};
