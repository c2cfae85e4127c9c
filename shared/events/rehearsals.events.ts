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
  /** A replay was started, has got on, or has ended: clients fetch it again. */
  'replay.changed': defineEvent({
    payload: z.object({ id: idSchema('replay') }),
    audience: 'admins',
    webhook: false,
  }),
  /** A replay of drafts was started, has got on, or has ended: clients fetch it again. */
  'draft_replay.changed': defineEvent({
    payload: z.object({ id: idSchema('draftReplay') }),
    audience: 'admins',
    webhook: false,
  }),
};
