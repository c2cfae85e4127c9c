import { conversationsRoutes } from './conversations.routes.ts';
import { type ConversationsDeps, createConversationsService } from './conversations.service.ts';

export { presentConversation } from './conversations.presenter.ts';
export { ConversationsRepository } from './conversations.repository.ts';

/** The inbox. */
export function registerConversations(deps: ConversationsDeps) {
  return { routes: conversationsRoutes(createConversationsService(deps)) };
}
