import { dashboardApi } from '../../shared/contract/index.ts';

/** The routes of the dashboard API. The build replaces this by their methods and paths (`scripts/build/contract-routes.mjs`). */
export const dashboardRoutes = dashboardApi;
