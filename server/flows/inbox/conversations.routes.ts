import { implement } from '@orpc/server';
import { conversationsContract } from '../../../shared/contract/inbox/conversations.contract.ts';
import {
  changeConversation,
  changeConversations,
  countConversations,
  countFiltered,
  dismissFailures,
  markUnread,
} from '../../features/conversations/index.ts';
import { listSavedViews } from '../../features/saved-views/index.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  cancelMessage,
  type InboxParts,
  markConversationRead,
  reactFromInbox,
  readConversation,
  readMessages,
  retryMessage,
  searchInbox,
  sendMessageNow,
  sendReply,
  startConversation,
} from './conversations.ts';

export function conversationsRoutes(parts: InboxParts) {
  const os = implement(conversationsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => searchInbox(contextOf(context), input.query)),
    counts: os.counts.handler(({ context }) => countConversations(contextOf(context))),
    savedCounts: os.savedCounts.handler(async ({ context }) => {
      const ctx = contextOf(context);
      const { data } = await listSavedViews(ctx, personOf(context));
      const counts = await countFiltered(
        ctx,
        data.map(({ filter }) => filter),
      );
      return { data: data.map(({ id }, index) => ({ id, count: counts[index] ?? 0 })) };
    }),
    get: os.get.handler(({ input, context }) => readConversation(contextOf(context), input.params.id)),
    open: os.open.handler(({ input, context }) => startConversation(contextOf(context), input.params.id)),
    messages: os.messages.handler(({ input, context }) =>
      readMessages(contextOf(context), input.params.id, input.query),
    ),
    send: os.send.handler(({ input, context }) =>
      sendReply(contextOf(context), parts, input.params.id, input.body),
    ),
    react: os.react.handler(({ input, context }) =>
      reactFromInbox(contextOf(context), parts, input.params.id, input.body.emoji),
    ),
    cancel: os.cancel.handler(({ input, context }) =>
      cancelMessage(contextOf(context), parts, input.params.id),
    ),
    sendNow: os.sendNow.handler(({ input, context }) =>
      sendMessageNow(contextOf(context), parts, input.params.id),
    ),
    retry: os.retry.handler(({ input, context }) => retryMessage(contextOf(context), parts, input.params.id)),
    change: os.change.handler(({ input, context }) =>
      changeConversation(contextOf(context), input.params.id, input.body),
    ),
    changeMany: os.changeMany.handler(({ input, context }) =>
      changeConversations(contextOf(context), input.body.ids, input.body.change),
    ),
    dismissFailures: os.dismissFailures.handler(({ input, context }) =>
      dismissFailures(contextOf(context), input.params.id),
    ),
    markUnread: os.markUnread.handler(({ input, context }) =>
      markUnread(contextOf(context), input.params.id),
    ),
    markRead: os.markRead.handler(({ input, context }) =>
      markConversationRead(contextOf(context), parts, input.params.id, input.body?.upTo ?? null),
    ),
  });
}
