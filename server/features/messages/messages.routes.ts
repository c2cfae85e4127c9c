import { implement } from '@orpc/server';
import { messagesContract } from '../../../shared/contract/messages.contract.ts';
import { actorOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { MessagesService } from './messages.service.ts';

export function messagesRoutes(messages: MessagesService) {
  const os = implement(messagesContract).$context<RequestContext>();
  return os.router({
    send: os.send.handler(({ input, context }) => messages.send(actorOf(context).scope, input.body)),
    history: os.history.handler(({ input, context }) =>
      messages.history(actorOf(context).scope, input.params.contactPhone, input.query),
    ),
  });
}
