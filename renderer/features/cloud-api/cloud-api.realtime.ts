import type { EventHandlers } from '../../lib/event-handlers.ts';
import { noteArrival } from './arrival.store.ts';
import { refreshCloudApi, refreshWaiting } from './cloud-api.queries.ts';

/** What concerns the way to the platform: its state, what waits for it, and what has come through. */
export const cloudApiRealtime = {
  'channel.updated': refreshCloudApi,
  'message.queued': refreshWaiting,
  'message.updated': refreshWaiting,
  'message.received': ({ message, contact, conversation }) =>
    noteArrival({
      from: contact.name || `+${contact.phone ?? ''}`,
      words: message.content ?? message.caption ?? message.type,
      conversationId: conversation.id,
    }),
} satisfies EventHandlers;
