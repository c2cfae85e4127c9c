import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

export const rehearsalEvents = {
  /** A rehearsal was started or deleted, has ended, or one of its customers went on: clients fetch it again. */
  'rehearsal.changed': defineEvent({
    payload: z.object({ id: idSchema('rehearsal') }),
    audience: 'everyone',
    webhook: false,
  }),
};
