import { implement } from '@orpc/server';
import { conversationsContract } from '../../../shared/contract/conversations.contract.ts';
import { listConversations } from '../../features/conversations/index.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  type InboxParts,
  markConversationRead,
  readConversation,
  readMessages,
  retryMessage,
  sendReply,
  startConversation,
} from './conversations.ts';

export function conversationsRoutes(parts: InboxParts) {
  const os = implement(conversationsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listConversations(contextOf(context), input.query)),
    get: os.get.handler(({ input, context }) => readConversation(contextOf(context), input.params.id)),
    open: os.open.handler(({ input, context }) => startConversation(contextOf(context), input.params.id)),
    messages: os.messages.handler(({ input, context }) =>
      readMessages(contextOf(context), input.params.id, input.query),
    ),
    send: os.send.handler(({ input, context }) =>
      sendReply(contextOf(context), parts, input.params.id, input.body),
    ),
    retry: os.retry.handler(({ input, context }) => retryMessage(contextOf(context), parts, input.params.id)),
    markRead: os.markRead.handler(({ input, context }) =>
      markConversationRead(contextOf(context), parts, input.params.id),
    ),
  });
}
