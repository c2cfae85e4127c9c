import { implement } from '@orpc/server';
import { messagesContract } from '../../../shared/contract/messages.contract.ts';
import { actorOf, contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { MessagesService } from './messages.service.ts';

export function messagesRoutes(messages: MessagesService) {
  const os = implement(messagesContract).$context<RequestContext>();
  return os.router({
    send: os.send.handler(({ input, context }) => messages.send(contextOf(context), input.body)),
    react: os.react.handler(({ input, context }) =>
      messages.react(contextOf(context), input.params.id, input.body.emoji),
    ),
    markRead: os.markRead.handler(({ input, context }) =>
      messages.markRead(contextOf(context), input.params.id),
    ),
    history: os.history.handler(({ input, context }) =>
      messages.history(actorOf(context).scope, input.params.contactPhone, input.query),
    ),
  });
}
