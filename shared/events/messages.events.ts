import { z } from 'zod';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { ConversationSchema, ThreadMessageSchema } from '../contract/conversations.contract.ts';
import { defineEvent } from './define.ts';

const message = z.object({
  message: ThreadMessageSchema,
  conversation: ConversationSchema,
  contact: ContactSchema,
});

export const messageEvents = {
  /** A customer wrote. */
  'message.received': defineEvent({ payload: message, audience: 'everyone', webhook: true }),
  /** One of us wrote: the message is stored and waits for the platform. */
  'message.queued': defineEvent({ payload: message, audience: 'everyone', webhook: false }),
  /**
   * An outbound message was sent, delivered, read, or failed; or a person has put a failed one back to
   * `queued`, the one time that a status goes down.
   */
  'message.updated': defineEvent({ payload: message, audience: 'everyone', webhook: true }),
  /** A reaction was put on a message of either side, or taken off. */
  'message.reacted': defineEvent({ payload: message, audience: 'everyone', webhook: false }),
  /** Unread count or another fact of the conversation changed, without a message. */
  'conversation.updated': defineEvent({
    payload: z.object({ conversation: ConversationSchema }),
    audience: 'everyone',
    webhook: false,
  }),
};
