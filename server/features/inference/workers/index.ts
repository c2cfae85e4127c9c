import type { Database } from '../../../db/database.ts';
import { inferenceWorkersRoutes } from './inference-workers.routes.ts';
import { createInferenceWorkersService } from './inference-workers.service.ts';

export { createInferenceWorkersService } from './inference-workers.service.ts';

/** How the workers of the model's endpoint are, for the dashboard. */
export function registerInferenceWorkers({
  database,
  inferenceUrl,
}: {
  database: Database;
  inferenceUrl: string;
}) {
  const service = createInferenceWorkersService(database, inferenceUrl);
  return { service, routes: inferenceWorkersRoutes(service) };
}
