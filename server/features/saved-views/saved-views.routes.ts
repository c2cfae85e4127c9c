import { implement } from '@orpc/server';
import { savedViewsContract } from '../../../shared/contract/inbox/saved-views.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { changeSavedView, createSavedView, listSavedViews, removeSavedView } from './saved-views.service.ts';

export function savedViewsRoutes() {
  const os = implement(savedViewsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listSavedViews(contextOf(context), personOf(context))),
    create: os.create.handler(({ input, context }) =>
      createSavedView(contextOf(context), personOf(context), input.body),
    ),
    change: os.change.handler(({ input, context }) =>
      changeSavedView(contextOf(context), personOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeSavedView(contextOf(context), personOf(context), input.params.id),
    ),
  });
}
