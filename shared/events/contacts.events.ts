import { z } from 'zod';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

const contact = z.object({ contact: ContactSchema });

export const contactEvents = {
  'contact.created': defineEvent({ payload: contact, audience: 'everyone', webhook: false }),
  'contact.updated': defineEvent({ payload: contact, audience: 'everyone', webhook: false }),
  'contact.deleted': defineEvent({
    payload: z.object({ id: idSchema('contact'), conversationId: idSchema('conversation').nullable() }),
    audience: 'everyone',
    webhook: false,
  }),
};
