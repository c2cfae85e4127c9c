import { implement } from '@orpc/server';
import { draftsContract } from '../../../shared/contract/inbox/drafts.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  draftOfColleague,
  listDrafts,
  type PeopleIn,
  type SignalDevices,
  saveDraft,
  takeOverDraft,
} from './drafts.service.ts';

export function draftsRoutes(parts: { signalDevices: SignalDevices; peopleIn: PeopleIn }) {
  const os = implement(draftsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listDrafts(contextOf(context), personOf(context))),
    save: os.save.handler(({ input, context }) =>
      saveDraft(contextOf(context), personOf(context), parts.signalDevices, {
        conversationId: input.params.conversationId,
        ...input.body,
      }),
    ),
    ofColleague: os.ofColleague.handler(({ input, context }) =>
      draftOfColleague(contextOf(context), personOf(context), parts.peopleIn, input.params),
    ),
    takeOver: os.takeOver.handler(({ input, context }) =>
      takeOverDraft(contextOf(context), personOf(context), parts, input.params),
    ),
  });
}
