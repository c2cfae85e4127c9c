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
      return `${ROUTE}\nexport const dashboardRoutes = ${written(module.dashboardApi)};`;
    },
  };
}

/** Makes a route of the values of `KEPT`. */
const ROUTE = `const route = (${KEPT}) => ({ '~orpc': { errorMap: {}, meta: {}, route: { ${KEPT} } } });`;

/** Returns the expression of a router: its routes as calls, without the values at their end that are not given. */
function written(router) {
  if (typeof router !== 'object' || router === null) return JSON.stringify(router);
  const procedure = router['~orpc'];
  if (procedure === undefined) {
    const parts = Object.entries(router).map(([name, part]) => `${JSON.stringify(name)}: ${written(part)}`);
    return `{ ${parts.join(', ')} }`;
  }
  const values = KEPT.map((key) => JSON.stringify(procedure.route[key]) ?? 'undefined');
  while (values.at(-1) === 'undefined') values.pop();
  return `route(${values.join(', ')})`;
}
