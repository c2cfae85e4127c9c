import { messagesRoutes } from './messages.routes.ts';
import type { MessageFlows } from './messages.service.ts';

export { COUNTS_AS_UNREAD, IS_ANSWERED_CALL, IS_MISSED_CALL } from './calls.sql.ts';
export { type StoredEdit, withEdit } from './edits.ts';
export { factsColumn } from './facts.ts';
export {
  addWarning,
  attachPlatformId,
  climbStatus,
  deleteScheduled,
  noteMessageError,
  queueScheduled,
  requeueMessage,
  warnWindowClosed,
} from './message-status.repository.ts';
export { presentMessage, presentThreadMessage } from './messages.presenter.ts';
export {
  countUnreadAfter,
  findMessage,
  findMessageByClientId,
  findMessageByPlatformId,
  firstUnreadId,
  hasConversed,
  insertMessage,
  type LockedMessage,
  lastInboundPlatformId,
  lockMessage,
  messageView,
  NO_CONTENT,
  newestMessageIdAt,
  originOf,
} from './messages.repository.ts';
export { readThread } from './messages.service.ts';
export {
  presentReactions,
  readReactions,
  type StoredReaction,
  withoutRefused,
  withReaction,
} from './reactions.ts';

export { createMessageIndexer, indexBatch } from './search/message-indexer.ts';
export type { MessageFilter } from './search/message-search.repository.ts';
export { membersNamed, searchMessages } from './search/message-search.service.ts';
export { addMessageWords, changeMessageWords, purgeMessages } from './search/message-words.repository.ts';

/** Wires the messages of a workspace, as integrators use them. */
export function registerMessages(flows: MessageFlows) {
  return { routes: messagesRoutes(flows) };
}
