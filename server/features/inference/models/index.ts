import { modelsRoutes } from './models.routes.ts';
import { createModelsService, type ModelsDeps } from './models.service.ts';

/** The models that can be served: fetch, choose, remove. They belong to the server, not to a workspace. */
export function registerModels(deps: ModelsDeps) {
  return { routes: modelsRoutes(createModelsService(deps)) };
}
