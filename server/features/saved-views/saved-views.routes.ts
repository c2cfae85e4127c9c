import { implement } from '@orpc/server';
import { savedViewsContract } from '../../../shared/contract/inbox/saved-views.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { createSavedView, listSavedViews, removeSavedView, renameSavedView } from './saved-views.service.ts';

export function savedViewsRoutes() {
  const os = implement(savedViewsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listSavedViews(contextOf(context), personOf(context))),
    create: os.create.handler(({ input, context }) =>
      createSavedView(contextOf(context), personOf(context), input.body),
    ),
    rename: os.rename.handler(({ input, context }) =>
      renameSavedView(contextOf(context), personOf(context), input.params.id, input.body.name),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeSavedView(contextOf(context), personOf(context), input.params.id),
    ),
  });
}
