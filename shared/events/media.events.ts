import { z } from 'zod';
import { MediaSchema } from '../contract/media.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

export const mediaEvents = {
  /** The file of a message became ready, failed, or is being fetched again. */
  'media.updated': defineEvent({
    payload: z.object({
      messageId: idSchema('message'),
      conversationId: idSchema('conversation'),
      media: MediaSchema,
    }),
    audience: 'everyone',
    webhook: false,
  }),
};
