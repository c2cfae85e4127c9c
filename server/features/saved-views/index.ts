import { savedViewsRoutes } from './saved-views.routes.ts';

/** Wires the saved views of workspaces. */
export function registerSavedViews() {
  return { routes: savedViewsRoutes() };
}
