import { implement } from '@orpc/server';
import { messagesContract } from '../../../shared/contract/messages.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  cancelMessage,
  getMessage,
  listAllMessages,
  type MessageFlows,
  markMessageRead,
  messageHistory,
  reactToMessage,
} from './messages.service.ts';

export function messagesRoutes(flows: MessageFlows) {
  const os = implement(messagesContract).$context<RequestContext>();
  return os.router({
    send: os.send.handler(({ input, context }) => flows.sendFromApi(contextOf(context), input.body)),
    react: os.react.handler(({ input, context }) =>
      reactToMessage(contextOf(context), flows, input.params.id, input.body.emoji),
    ),
    markRead: os.markRead.handler(({ input, context }) =>
      markMessageRead(contextOf(context), flows, input.params.id),
    ),
    cancel: os.cancel.handler(({ input, context }) =>
      cancelMessage(contextOf(context), flows, input.params.contactPhone),
    ),
    get: os.get.handler(({ input, context }) => getMessage(contextOf(context), input.params.id)),
    changes: os.changes.handler(({ input, context }) => listAllMessages(contextOf(context), input.query)),
    history: os.history.handler(({ input, context }) =>
      messageHistory(contextOf(context), flows, input.params.contactPhone, input.query),
    ),
  });
}
