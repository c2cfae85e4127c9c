import { z } from 'zod';
import { NoteSchema } from '../contract/inbox/notes.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

/** Private notes: never in a webhook, because they are for the team alone. */
export const noteEvents = {
  'note.added': defineEvent({
    payload: z.object({ note: NoteSchema }),
    audience: 'everyone',
    webhook: false,
  }),
  'note.updated': defineEvent({
    payload: z.object({
      note: NoteSchema,
      newMentions: z.array(idSchema('user')).describe('The members whom it did not mention before'),
    }),
    audience: 'everyone',
    webhook: false,
  }),
  'note.deleted': defineEvent({
    payload: z.object({ id: idSchema('note'), conversationId: idSchema('conversation') }),
    audience: 'everyone',
    webhook: false,
  }),
  /** The reminders of a member have changed: their devices fetch them again. */
  'reminders.changed': defineEvent({
    payload: z.object({ userId: idSchema('user') }),
    audience: 'everyone',
    webhook: false,
  }),
  /** The notifications of a member have changed: their devices fetch them again. */
  'notifications.changed': defineEvent({
    payload: z.object({ userId: idSchema('user') }),
    audience: 'everyone',
    webhook: false,
  }),
};
