import { messagesRoutes } from './messages.routes.ts';
import { createMessagesService, type MessagesDeps } from './messages.service.ts';

export { presentMessage, presentThreadMessage, withoutInboxFields } from './messages.presenter.ts';
export { MessagesRepository } from './messages.repository.ts';
export { readThread } from './messages.service.ts';
export { NO_CONTENT } from './no-content.ts';
export { readReactions, type StoredReaction, withoutRefused, withReaction } from './reactions.ts';

/** The messages of a workspace, as integrators use them. */
export function registerMessages(deps: MessagesDeps) {
  return { routes: messagesRoutes(createMessagesService(deps)) };
}
