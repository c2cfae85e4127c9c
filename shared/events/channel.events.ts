import { z } from 'zod';
import { ChannelSchema } from '../contract/channel/channel.ts';
import { defineEvent } from './define.ts';

export const channelEvents = {
  /** The workspace was connected, the state of its channel changed, or open pages should read its checks again. */
  'channel.updated': defineEvent({
    payload: z.object({
      channel: ChannelSchema,
      /** Only a check or a fact about the number was added, which programs do not receive as an event. */
      isSameState: z.literal(true).optional(),
    }),
    audience: 'everyone',
    webhook: false,
  }),
};
