import { savedViewsRoutes } from './saved-views.routes.ts';

export { listSavedViews } from './saved-views.service.ts';

/** Wires the saved views of workspaces. */
export function registerSavedViews() {
  return { routes: savedViewsRoutes() };
}
