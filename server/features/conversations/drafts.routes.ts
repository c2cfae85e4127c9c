import { implement } from '@orpc/server';
import { draftsContract } from '../../../shared/contract/inbox/drafts.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { listDrafts, type SignalDevices, saveDraft } from './drafts.service.ts';

export function draftsRoutes(signalDevices: SignalDevices) {
  const os = implement(draftsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listDrafts(contextOf(context), personOf(context))),
    save: os.save.handler(({ input, context }) =>
      saveDraft(contextOf(context), personOf(context), signalDevices, {
        conversationId: input.params.conversationId,
        ...input.body,
      }),
    ),
  });
}
