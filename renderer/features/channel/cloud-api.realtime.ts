import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { noteArrival } from './arrival.store.ts';
import { refreshCloudApi, refreshWaiting } from './cloud-api.queries.ts';

/** Updates the channel state, the queued messages and the newest message. */
export const cloudApiRealtime = {
  'channel.updated': refreshCloudApi,
  'message.queued': refreshWaiting,
  'message.updated': refreshWaiting,
  'message.received': ({ message, contact, conversation }) =>
    noteArrival({
      from: contact.name || `+${contact.phone ?? ''}`,
      text: message.content ?? message.caption ?? message.type,
      conversationId: conversation.id,
    }),
} satisfies EventHandlers;
