import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const ROUTES = fileURLToPath(new URL('../../renderer/lib/dashboard-routes.ts', import.meta.url));
const CONTRACT = fileURLToPath(new URL('../../shared/contract/index.ts', import.meta.url));

/** What the client needs to know of a route; the server validates requests and responses. */
const KEPT = ['method', 'path', 'inputStructure', 'outputStructure', 'successStatus'];

/**
 * Replaces the contract by the methods and paths of its routes in the built dashboard, so that browsers do not
 * load its schemas (decision 0262).
 */
export function contractRoutes() {
  return {
    name: 'contract-routes',
    apply: 'build',
    async load(id) {
      if (id !== ROUTES) return null;
      const { module } = await runnerImport(CONTRACT);
      return `export const dashboardRoutes = ${JSON.stringify(bare(module.dashboardApi))};`;
    },
  };
}

function bare(router) {
  if (typeof router !== 'object' || router === null) return router;
  const procedure = router['~orpc'];
  if (procedure === undefined)
    return Object.fromEntries(Object.entries(router).map(([name, part]) => [name, bare(part)]));
  const route = Object.fromEntries(KEPT.map((key) => [key, procedure.route[key]]));
  return { '~orpc': { errorMap: {}, meta: {}, route } };
}
