import { z } from 'zod';
import { ChannelSchema } from '../contract/channel/channel.ts';
import { defineEvent } from './define.ts';

export const channelEvents = {
  /** The workspace was connected, or the state of its channel changed. */
  'channel.updated': defineEvent({
    payload: z.object({ channel: ChannelSchema }),
    audience: 'everyone',
    webhook: false,
  }),
};
