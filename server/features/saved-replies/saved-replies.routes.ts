import { implement } from '@orpc/server';
import { savedRepliesContract } from '../../../shared/contract/inbox/saved-replies.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  changeSavedReply,
  countUse,
  createSavedReply,
  listSavedReplies,
  removeSavedReply,
} from './saved-replies.service.ts';

export function savedRepliesRoutes() {
  const os = implement(savedRepliesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listSavedReplies(contextOf(context))),
    create: os.create.handler(({ input, context }) => createSavedReply(contextOf(context), input.body)),
    change: os.change.handler(({ input, context }) =>
      changeSavedReply(contextOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) => removeSavedReply(contextOf(context), input.params.id)),
    countUse: os.countUse.handler(({ input, context }) => countUse(contextOf(context), input.params.id)),
  });
}
