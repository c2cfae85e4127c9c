import type { ApiKeyUsageRow } from './api-key.model.ts';
import type { ContactRow } from './contact.model.ts';
import type { ConversationRow } from './conversation.model.ts';
import type { Models } from './index.ts';
import type { InferenceKeyRow } from './inference-key.model.ts';
import type { MessageRow } from './message.model.ts';
import type { UserRow } from './user.model.ts';

/** What the associations of a table lead to: at most one row each, of the same workspace. */
export interface Associations {
  apiKey: { creator: UserRow; usage: ApiKeyUsageRow };
  contactIdentity: { contact: ContactRow };
  conversation: { contact: ContactRow; lastMessage: MessageRow };
  inferenceKey: { creator: UserRow };
  media: { message: MessageRow };
  message: { contact: ContactRow; conversation: ConversationRow; author: UserRow };
  promptLog: { key: InferenceKeyRow; user: UserRow };
  session: { user: UserRow };
  webhookEndpoint: { creator: UserRow };
}

/** Declares how tables refer to each other. The constraints themselves are made by migrations. */
export function associate(models: Models): void {
  const { apiKey, contact, conversation, inferenceKey, media, message, promptLog, session, user } = models;
  const by = (as: string, foreignKey: string) => ({ as, foreignKey, constraints: false });
  apiKey.belongsTo(user, by('creator', 'createdBy'));
  apiKey.hasOne(models.apiKeyUsage, by('usage', 'keyId'));
  models.contactIdentity.belongsTo(contact, by('contact', 'contactId'));
  conversation.belongsTo(contact, by('contact', 'contactId'));
  conversation.belongsTo(message, by('lastMessage', 'lastMessageId'));
  inferenceKey.belongsTo(user, by('creator', 'createdBy'));
  media.belongsTo(message, by('message', 'messageId'));
  message.belongsTo(contact, by('contact', 'contactId'));
  message.belongsTo(conversation, by('conversation', 'conversationId'));
  message.belongsTo(user, by('author', 'authorId'));
  promptLog.belongsTo(inferenceKey, by('key', 'keyId'));
  promptLog.belongsTo(user, by('user', 'userId'));
  session.belongsTo(user, by('user', 'userId'));
  models.webhookEndpoint.belongsTo(user, by('creator', 'createdBy'));
}
