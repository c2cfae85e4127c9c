import { z } from 'zod';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { ConversationSchema, ThreadMessageSchema } from '../contract/inbox/conversations.contract.ts';
import { LabelSchema } from '../contract/inbox/labels.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

const message = z.object({
  message: ThreadMessageSchema,
  conversation: ConversationSchema,
  contact: ContactSchema,
  /** Increases with every change of the conversation's messages. Skips numbers after a merge, or when one is undone. */
  conversationSeq: z.int(),
});

export const messageEvents = {
  /** A customer sent a message. */
  'message.received': defineEvent({
    payload: message.extend({
      /** Absent in events of earlier versions. */
      arrival: z
        .object({
          /** Whether it is the customer's first message ever, or the one that reopened a closed conversation. */
          begins: z.enum(['first', 'again']).nullable(),
          /** Whether it is nothing but a word such as STOP. */
          isConsent: z.boolean(),
        })
        .optional(),
    }),
    audience: 'everyone',
    webhook: true,
  }),
  /** The workspace sent a message, now or at the time of its schedule: it is stored and waits for the platform. */
  'message.queued': defineEvent({ payload: message, audience: 'everyone', webhook: false }),
  /** A message was stored that waits for its time; it is not part of the conversation's summary yet. */
  'message.scheduled': defineEvent({ payload: message, audience: 'everyone', webhook: false }),
  /** A scheduled message was cancelled, which deletes it. */
  'message.canceled': defineEvent({
    payload: z.object({ id: idSchema('message'), conversationId: idSchema('conversation') }),
    audience: 'everyone',
    webhook: false,
  }),
  /**
   * An outbound message was sent, delivered, read, or failed; or a person has requeued a failed one, the only
   * case in which a status goes back.
   */
  'message.updated': defineEvent({
    payload: message.extend({
      /** Only a time or the error was added, which programs do not receive as an event. */
      isSameStatus: z.literal(true).optional(),
    }),
    audience: 'everyone',
    webhook: true,
  }),
  /** A reaction to a message of either side was added or removed. */
  'message.reacted': defineEvent({ payload: message, audience: 'everyone', webhook: false }),
  /** The customer has edited one of their messages, or deleted it for everyone. */
  'message.changed': defineEvent({ payload: message, audience: 'everyone', webhook: false }),
  /** The unread count or another property of the conversation changed, without a message. */
  'conversation.updated': defineEvent({
    payload: z.object({
      conversation: ConversationSchema,
      /** The labels that a person or program has just added. */
      addedLabels: z.array(idSchema('label')).optional(),
      /** Only what members see has changed, such as mentions, which programs do not receive as an event. */
      isInternal: z.literal(true).optional(),
    }),
    audience: 'everyone',
    webhook: false,
  }),
  /** A label was added, changed or deleted: lists of labels and conversations show it. */
  'label.changed': defineEvent({
    payload: z.object({ id: idSchema('label'), label: LabelSchema.nullable() }),
    audience: 'everyone',
    webhook: false,
  }),
  /** A saved view was created, renamed or deleted: clients fetch the list again. */
  'saved_view.changed': defineEvent({
    payload: z.object({ id: idSchema('savedView') }),
    audience: 'everyone',
    webhook: false,
  }),
  /** A saved reply was created, changed or deleted: clients fetch the list again. */
  'saved_reply.changed': defineEvent({
    payload: z.object({ id: idSchema('savedReply') }),
    audience: 'everyone',
    webhook: false,
  }),
};
