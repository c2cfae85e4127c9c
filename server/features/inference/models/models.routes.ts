import { implement } from '@orpc/server';
import { modelsContract } from '../../../../shared/contract/inference/models.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import {
  cancelDownload,
  listModels,
  type ModelSettings,
  removeModel,
  requestDownload,
  serveModel,
} from './models.service.ts';

export function modelsRoutes(settings: ModelSettings) {
  const os = implement(modelsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listModels(contextOf(context), settings)),
    download: os.download.handler(({ input, context }) =>
      requestDownload(contextOf(context), settings, input.params.id, input.body?.thenUse),
    ),
    cancel: os.cancel.handler(({ input, context }) =>
      cancelDownload(contextOf(context), settings, input.params.id),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeModel(contextOf(context), settings, input.params.id),
    ),
    use: os.use.handler(({ input, context }) => serveModel(contextOf(context), settings, input.params.id)),
  });
}
