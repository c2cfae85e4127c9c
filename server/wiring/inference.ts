import { registerInferenceKeys } from '../features/inference-keys/index.ts';
import { registerInferenceWorkers } from '../features/inference-workers/index.ts';
import type { Kernel } from './kernel.ts';

/** The model's endpoint, as the dashboard sees it: its keys, its workers and the playground. */
export function wireInference({ config, database, keyring, inUnitOfWork, recordAudit }: Kernel) {
  const keys = registerInferenceKeys({ database, keyring, inUnitOfWork, recordAudit });
  const workers = registerInferenceWorkers({ database, inferenceUrl: config.inferenceUrl });
  return {
    keys: keys.service,
    playground: { passFor: keys.service.passFor, findWorker: workers.service.findReady },
    dashboardRoutes: { inferenceKeys: keys.routes, inferenceWorkers: workers.routes },
  };
}
