import { z } from 'zod';
import { BroadcastSchema } from '../contract/public/broadcasts.contract.ts';
import { defineEvent } from './define.ts';

const payload = z.object({ broadcast: BroadcastSchema });

export const broadcastEvents = {
  /** A broadcast was created or changed, or its counts did. */
  'broadcast.updated': defineEvent({ payload, audience: 'admins', webhook: false }),
  /** The platform has answered for everyone. After a retry it happens again. */
  'broadcast.completed': defineEvent({ payload, audience: 'admins', webhook: false }),
};
