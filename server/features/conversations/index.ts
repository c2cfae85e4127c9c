export { presentConversation } from './conversations.presenter.ts';
export {
  appendToConversation,
  conversationOfContact,
  conversationView,
  countConversationChange,
  findConversation,
  lowerUnreadCount,
  openConversation,
} from './conversations.repository.ts';
export { conversationKey, getConversation, listConversations } from './conversations.service.ts';
