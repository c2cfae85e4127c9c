import { messagesRoutes } from './messages.routes.ts';
import { createMessagesService, type MessagesDeps } from './messages.service.ts';

export { type StoredEdit, withEdit } from './edits.ts';
export { factsColumn } from './facts.ts';
export { presentMessage, presentThreadMessage } from './messages.presenter.ts';
export { MessagesRepository, NO_CONTENT } from './messages.repository.ts';
export { readThread } from './messages.service.ts';
export { readReactions, type StoredReaction, withoutRefused, withReaction } from './reactions.ts';

/** The messages of a workspace, as integrators use them. */
export function registerMessages(deps: MessagesDeps) {
  return { routes: messagesRoutes(createMessagesService(deps)) };
}
