import { implement } from '@orpc/server';
import { modelsContract } from '../../../../shared/contract/models.contract.ts';
import { actorOf, authorOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import type { ModelsService } from './models.service.ts';

export function modelsRoutes(models: ModelsService) {
  const os = implement(modelsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(() => models.list()),
    download: os.download.handler(({ input, context }) =>
      models.download(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
    cancel: os.cancel.handler(({ input, context }) =>
      models.cancel(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
    remove: os.remove.handler(({ input, context }) =>
      models.remove(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
    use: os.use.handler(({ input, context }) =>
      models.use(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
  });
}
