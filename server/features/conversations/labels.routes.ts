import { implement } from '@orpc/server';
import { labelsContract } from '../../../shared/contract/inbox/labels.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { changeLabel, createLabel, labelUse, listLabels, removeLabel } from './labels.service.ts';

export function labelsRoutes() {
  const os = implement(labelsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listLabels(contextOf(context))),
    use: os.use.handler(({ input, context }) => labelUse(contextOf(context), input.params.id)),
    create: os.create.handler(({ input, context }) => createLabel(contextOf(context), input.body)),
    change: os.change.handler(({ input, context }) =>
      changeLabel(contextOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) => removeLabel(contextOf(context), input.params.id)),
  });
}
