import { implement } from '@orpc/server';
import { conversationsContract } from '../../../shared/contract/conversations.contract.ts';
import { actorOf, contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { ConversationsService } from './conversations.service.ts';

export function conversationsRoutes(conversations: ConversationsService) {
  const os = implement(conversationsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => conversations.list(actorOf(context).scope, input.query)),
    get: os.get.handler(({ input, context }) => conversations.get(actorOf(context).scope, input.params.id)),
    open: os.open.handler(({ input, context }) =>
      conversations.open(actorOf(context).scope, input.params.id),
    ),
    messages: os.messages.handler(({ input, context }) =>
      conversations.messages(actorOf(context).scope, input.params.id, input.query),
    ),
    send: os.send.handler(({ input, context }) =>
      conversations.send(contextOf(context), input.params.id, input.body),
    ),
    retry: os.retry.handler(({ input, context }) => conversations.retry(contextOf(context), input.params.id)),
    markRead: os.markRead.handler(({ input, context }) =>
      conversations.markRead(actorOf(context).scope, input.params.id),
    ),
  });
}
