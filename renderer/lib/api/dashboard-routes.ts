import { dashboardApi } from '../../../shared/contract/index.ts';

/** The routes of the dashboard API. The build replaces this by their methods and paths (`renderer/build/contract-routes.ts`). */
export const dashboardRoutes = dashboardApi;
