import { z } from 'zod';
import { AssistSettingsSchema } from '../contract/assist/assist.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

export const assistEvents = {
  /** A reply was prepared for a conversation: its screen asks for it. */
  'assist.draft_ready': defineEvent({
    payload: z.object({ conversationId: idSchema('conversation') }),
    audience: 'everyone',
    webhook: false,
  }),
  /** Proposals of saved replies came, were withdrawn or decided: the page fetches them again. */
  'assist.proposals_changed': defineEvent({ payload: z.object({}), audience: 'admins', webhook: false }),
  /** The modes of the assistant's features, or the profile of the business, have changed. */
  'assist.changed': defineEvent({
    payload: z.object({ settings: AssistSettingsSchema }),
    audience: 'everyone',
    webhook: false,
  }),
  /** A run that finds out what the model is good for has started, was stopped or has finished. */
  'assist.qualification_changed': defineEvent({
    payload: z.object({ model: z.string(), state: z.enum(['running', 'stopped', 'done']) }),
    audience: 'everyone',
    webhook: false,
  }),
  /** The assistant leaves a contact alone, or no longer does. */
  'assist.exclusion_changed': defineEvent({
    payload: z.object({ contactId: idSchema('contact'), isLeftOut: z.boolean() }),
    audience: 'everyone',
    webhook: false,
  }),
};
