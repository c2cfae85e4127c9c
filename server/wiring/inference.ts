import { readCatalog } from '../../models/tools/catalog.ts';
import { registerInferenceKeys } from '../features/inference-keys/index.ts';
import { registerInferenceWorkers } from '../features/inference-workers/index.ts';
import { registerModels } from '../features/models/index.ts';
import { registerPromptLog } from '../features/prompt-log/index.ts';
import type { Kernel } from './kernel.ts';

/** The model's endpoint, as the dashboard sees it: its keys, its workers, its models and the playground. */
export function wireInference(kernel: Kernel) {
  const { config, database, keyring, cursors, inUnitOfWork, recordAudit } = kernel;
  const keys = registerInferenceKeys({ database, keyring, inUnitOfWork, recordAudit });
  const workers = registerInferenceWorkers({ database, inferenceUrl: config.inferenceUrl });
  const models = registerModels({
    database,
    catalog: readCatalog(config.modelCatalog),
    rule: config.modelDownloads,
    inUnitOfWork,
    recordAudit,
  });
  const promptLog = registerPromptLog({ database, cursors, inUnitOfWork, recordAudit });
  return {
    keys: keys.service,
    playground: {
      passFor: keys.service.passFor,
      findWorker: workers.service.findReady,
      deadlineMs: config.inferenceDeadlineMs,
    },
    dashboardRoutes: {
      inferenceKeys: keys.routes,
      inferenceWorkers: workers.routes,
      models: models.routes,
      promptLog: promptLog.routes,
    },
  };
}
